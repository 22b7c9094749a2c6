import type { ButtonHTMLAttributes, Ref } from 'react';
import { type ButtonTone, buttonStyle } from './button-style.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary (filled) button per view. */
  tone?: ButtonTone;
  icon?: IconName;
  /** A primary button of 48 px instead of 56, for lists. */
  compact?: boolean;
  /** While set, it replaces the label ('Saving...') and the button ignores clicks. */
  pending?: string | false | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  tone = 'plain',
  icon,
  compact = false,
  pending,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const waits = typeof pending === 'string';
  return (
    <button
      {...rest}
      type={type}
      // Not `disabled`, or the button would lose the focus while it is pending.
      aria-disabled={waits || rest['aria-disabled']}
      onClick={(event) => {
        if (waits) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonStyle(tone, { compact, className })}
    >
      {icon && <Icon name={icon} size={tone === 'quiet' || tone === 'danger' ? 'small' : 'medium'} />}
      {waits ? pending : children}
    </button>
  );
}
