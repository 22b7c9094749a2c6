import { useSyncExternalStore } from 'react';
import { Button } from '../components/button.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { useWhenUnseen } from '../components/use-when-unseen.ts';
import { install, installOffer, subscribeInstall, turnDownInstall } from './install-prompt.ts';
import { TEXTS } from './texts.ts';

/** Offers to install the app after the first saved session, until the person chooses 'Not now'. */
export function InstallOffer() {
  const kind = useSyncExternalStore(subscribeInstall, installOffer);
  const device = useDeviceWord();
  const isShown = useWhenUnseen(kind !== 'nothing', 'log');
  if (!isShown) return null;
  return (
    <section aria-label={TEXTS.label} className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 border-y border-line py-3">
      <div className="flex-[1_1_260px]">
        <h2 className="text-17">{TEXTS.title(device)}</h2>
        <p className="text-15 text-ink-2">{kind === 'steps' ? TEXTS.steps : TEXTS.why}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {kind === 'prompt' && <Button onClick={() => void install()}>{TEXTS.install}</Button>}
        <Button tone="quiet" onClick={turnDownInstall}>
          {TEXTS.notNow}
        </Button>
      </div>
    </section>
  );
}
