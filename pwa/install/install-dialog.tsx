import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Steps } from '../components/steps.tsx';
import { installWay } from './install-prompt.ts';
import { TEXTS } from './texts.ts';

/** The steps that install the app where the browser has no prompt for it (`?dialog=install`). */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const way = installWay();
  const { title, steps } = way === 'share-sheet' || way === 'dock' ? TEXTS.byHand[way] : TEXTS.byHand.menu;
  return (
    <Dialog open size="question" onClose={onClose} title={title} foot={<Button onClick={onClose}>{TEXTS.close}</Button>}>
      <Steps steps={steps} />
      <p className="mt-4 text-ink-2">{TEXTS.ownStorage}</p>
    </Dialog>
  );
}
