import { type ButtonHTMLAttributes, type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import { pushDialog } from './open-dialogs.ts';

export interface PopoverProps {
  /** Renders the button that opens it; spread the props on it. */
  trigger: (props: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'popoverTarget' | 'aria-expanded' | 'aria-haspopup'>) => ReactNode;
  label: string;
  size: 'menu' | 'panel';
  /** Content; gets a function that closes the popover. */
  children: (close: () => void) => ReactNode;
}

/** A native popover: light dismiss, Escape, and the focus returns to its button. Content is mounted while open. */
export function Popover({ trigger, label, size, children }: PopoverProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => (open && frame.current ? pushDialog(frame.current) : undefined), [open]);
  const toggled = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const opens = newState === 'open';
    // Before React removes the content: the browser could no longer return the focus, and Safari gives a clicked button none.
    if (!opens && (document.activeElement === document.body || frame.current?.contains(document.activeElement)))
      document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus();
    setOpen(opens);
  };
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': 'dialog' })}
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover"
        data-size={size}
        ref={frame}
        onBeforeToggle={toggled}
      >
        {open && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  );
}
