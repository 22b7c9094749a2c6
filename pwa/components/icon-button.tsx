import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** What the button does, for screen readers. */
  label: string;
  icon?: IconName;
  /** Instead of an icon: an avatar, or an icon with a badge. */
  children?: ReactNode;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, children, small = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames('relative grid size-12 flex-none place-items-center rounded-control hover:bg-sunken', className)}
    >
      {icon && <Icon name={icon} size={small ? 'small' : 'medium'} />}
      {children}
    </button>
  );
}
