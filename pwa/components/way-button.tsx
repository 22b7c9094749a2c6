import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';

export interface WayButtonProps {
  icon?: IconName;
  title: string;
  words: string;
  describedBy?: string | undefined;
  onClick: () => void;
}

/** A choice that fills the width: what it is, and what follows. */
export function WayButton({ icon, title, words, describedBy, onClick }: WayButtonProps) {
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      className="flex min-h-22 w-full items-center gap-3 rounded-control border border-control bg-surface px-3 py-2 text-start leading-[1.3] hover:bg-sunken"
      onClick={onClick}
    >
      {icon && <Icon name={icon} className="text-ink-2" />}
      <span>
        <b className="block">{title}</b>
        <span className="block text-15 text-ink-2">{words}</span>
      </span>
    </button>
  );
}
