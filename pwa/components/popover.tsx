import { type ButtonHTMLAttributes, type ReactNode, type ToggleEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { pushDialog } from './open-dialogs.ts';
import { placeBeside } from './place-beside.ts';

export interface PopoverProps {
  /** Renders the button that opens the popover. Spread the props on the button. */
  trigger: (props: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'popoverTarget' | 'aria-expanded' | 'aria-haspopup'>) => ReactNode;
  label: string;
  size: 'menu' | 'panel';
  /** Opens beside its button instead of below the header. */
  beside?: boolean;
  /** Renders the content, with a function that closes the popover. */
  children: (close: () => void) => ReactNode;
}

const SCROLLED_PX = 8;

/** How far the window and each element around this one are scrolled. */
function scrollsAround(element: Element): number[] {
  const tops = [scrollY];
  for (let at = element.parentElement; at; at = at.parentElement) tops.push(at.scrollTop);
  return tops;
}

/** A native popover. A tap outside or Escape closes it and returns the focus to its button. Content is mounted while open. */
export function Popover({ trigger, label, size, beside = false, children }: PopoverProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => (open && frame.current ? pushDialog(frame.current) : undefined), [open]);
  const toggled = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const opens = newState === 'open';
    // Focus the button before React removes the content. Afterwards the browser cannot return the focus, and Safari, which
    // never focuses a clicked button, has none to return.
    if (!opens && (document.activeElement === document.body || frame.current?.contains(document.activeElement)))
      document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus();
    setOpen(opens);
  };
  useLayoutEffect(() => {
    const popover = frame.current;
    const button = document.querySelector(`[popovertarget="${id}"]`);
    if (!open || !beside || !popover || !button) return;
    // Wait until just before the first frame: until then the popover is not displayed and has no height.
    const placing = requestAnimationFrame(() => placeBeside(popover, button.getBoundingClientRect()));
    // Hide it on scroll: it does not move with its button. Ignore a late event of an earlier scroll.
    const opened = scrollsAround(button);
    const hide = () => {
      const now = scrollsAround(button);
      if (now.some((top, place) => Math.abs(top - (opened[place] ?? 0)) > SCROLLED_PX)) popover.hidePopover();
    };
    // Scrolling parts of a page, such as a dialog's, tell only listeners that capture.
    addEventListener('scroll', hide, { passive: true, capture: true });
    return () => {
      cancelAnimationFrame(placing);
      removeEventListener('scroll', hide, { capture: true });
    };
  }, [open, beside, id]);
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
