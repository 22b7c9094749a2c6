import { Button } from '../../components/button.tsx';
import { TEXTS } from './texts.ts';

/** A button back to the Training Log, above a session. */
export const BackToLog = ({ onBack }: { onBack: () => void }) => (
  <p className="-mt-3 -ms-3 mb-1">
    <Button tone="quiet" icon="back" onClick={onBack}>
      {TEXTS.back}
    </Button>
  </p>
);
