import { classNames } from './class-names.ts';
import { ICON_SHAPES, type IconName } from './icon-shapes.tsx';

export interface IconProps {
  name: IconName;
  /** Small icons are 18 px, for words of 15 px beside them; others are 24 px. */
  size?: 'small' | 'medium';
  className?: string;
}

/** Hidden from screen readers: the control or text around it has the label. */
export function Icon({ name, size = 'medium', className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 'small' ? 2.1 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('flex-none', size === 'small' ? 'size-[18px]' : 'size-6', className)}
    >
      {ICON_SHAPES[name]}
    </svg>
  );
}
