import { Button } from '../components/button.tsx';
import { FORM_TEXTS } from './texts.ts';

/** Says that the draft is kept, and offers to discard it. Shown on the left of a dialog's foot. */
export function DraftLine({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="flex items-center justify-between gap-2 text-15 text-ink-2 md:justify-start">
      <span>{FORM_TEXTS.draftKept}</span>
      <Button tone="quiet" onClick={onDiscard}>
        {FORM_TEXTS.discard}
      </Button>
    </p>
  );
}
