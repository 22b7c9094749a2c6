import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { BLOCK_TEXTS } from './texts.ts';

const { ask: TEXTS, block: BLOCK } = BLOCK_TEXTS;

export interface BlockDialogProps {
  open: boolean;
  name: string;
  /** As in a sentence: 'Sam'. */
  shortName: string;
  /** Null if this device does not know it. */
  isPartner: boolean | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says what a block does before it is made. */
export function BlockDialog({ open, name, shortName, isPartner, onConfirm, onClose }: BlockDialogProps) {
  return (
    <ConfirmDialog open={open} danger title={TEXTS.title(name)} confirmLabel={BLOCK} onConfirm={onConfirm} onClose={onClose}>
      <p>{TEXTS.from}</p>
      <ul className="my-3 divide-y divide-line border-y border-line *:py-2">
        {TEXTS.points(shortName, isPartner).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p>{TEXTS.undo}</p>
    </ConfirmDialog>
  );
}
