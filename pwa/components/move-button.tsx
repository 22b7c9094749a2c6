import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface MoveButtonProps {
  way: 'up' | 'down';
  label: string;
  /** Null if the item cannot move further. The button is then not `disabled`, which would lose the focus. */
  onMove: (() => void) | null;
}

/** Moves an item of a list up or down by one place. */
export function MoveButton({ way, label, onMove }: MoveButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={onMove === null}
      className={onMove ? 'hover:bg-line!' : 'text-control hover:bg-transparent!'}
      onClick={() => onMove?.()}
    >
      <Icon name={way === 'up' ? 'raise' : 'down'} size="small" />
    </IconButton>
  );
}
