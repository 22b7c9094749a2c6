import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { afterNextFrame } from './after-next-frame.ts';
import { IconButton } from './icon-button.tsx';
import { keepFocus } from './keep-focus.ts';
import { pushDialog } from './open-dialogs.ts';
import { guardAgainstSecondTap, watchTaps } from './second-tap.ts';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button, or a tap outside a question. Set `open` to false in it. */
  onClose: () => void;
  title: string;
  /** Shown below the title; screen readers say it after the title. */
  description?: ReactNode;
  children: ReactNode;
  /** Stays visible below the scrolling part; the main button comes last. */
  foot?: ReactNode;
  size?: 'sheet' | 'broad' | 'wide' | 'question';
  /** Closing returns to another dialog: the button is an arrow named Back. */
  goesBack?: boolean;
  closeLabel?: string;
  /** Hides the dialog and keeps its content mounted. */
  hidden?: boolean;
}

/**
 * A modal on the native <dialog>: full-screen on phones, centred from 768 px.
 * Its content is mounted only while it is open. Closing it returns the focus.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  foot,
  size = 'sheet',
  goesBack = false,
  closeLabel = goesBack ? 'Back' : 'Close',
  hidden = false,
}: DialogProps) {
  const frame = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const descriptionId = useId();
  const shut = useShutOnceUnseen(hidden);

  useEffect(() => {
    const dialog = frame.current;
    if (!dialog || shut) return;
    const cameFrom = document.activeElement;
    watchTaps();
    dialog.showModal();
    // Focus the heading unless the content asks for focus: a field would raise the phone's keyboard at once.
    const asking = dialog.querySelector<HTMLElement>('[data-autofocus], [data-typed-at-once] input:not([type=radio], [type=checkbox])');
    (asking ?? dialog.querySelector('h2'))?.focus();
    const release = pushDialog(dialog);
    return () => {
      release();
      dialog.close();
      guardAgainstSecondTap();
      // React removes the focused element before the browser can return the focus.
      keepFocus(cameFrom);
    };
  }, [shut]);

  const asked = (event: SyntheticEvent) => {
    // Events with these names also bubble up from file pickers and nested dialogs.
    if (event.target !== event.currentTarget) return;
    // Ignore a close event that hiding caused, or that arrives after the dialog opened again.
    if (event.type === 'close' && (shut || frame.current?.open)) return;
    event.preventDefault();
    onClose();
  };
  const besides = (event: MouseEvent) => {
    if (size === 'question' && event.target === event.currentTarget) onClose();
  };

  return (
    <dialog
      ref={frame}
      className="sheet-frame"
      data-hidden={hidden || undefined}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      onCancel={asked}
      // A browser may close the dialog without a cancel event, as when Android's back gesture is used twice.
      onClose={asked}
      onClick={besides}
    >
      <div className="sheet" data-size={size}>
        <div className="sheet-head" data-goes-back={goesBack || undefined}>
          {size !== 'question' && <IconButton icon={goesBack ? 'back' : 'close'} label={closeLabel} onClick={onClose} />}
          {/* Clamp long names, so that the rest has room even in large text. */}
          <h2
            id={titleId}
            dir="auto"
            tabIndex={-1}
            className="line-clamp-4 in-data-low:line-clamp-1 min-w-0 flex-1 [overflow-wrap:anywhere]"
          >
            {title}
          </h2>
        </div>
        <div className="sheet-body">
          {description && (
            <div id={descriptionId} className="mb-4 text-ink-2 [overflow-wrap:anywhere]">
              {description}
            </div>
          )}
          {children}
        </div>
        {foot && <div className="sheet-foot">{foot}</div>}
      </div>
    </dialog>
  );
}

/**
 * True once a frame without the dialog is drawn. The dialog closes only then: hiding it is quick, but closing a modal
 * reactivates the page behind it, which takes a phone longer than one frame.
 */
function useShutOnceUnseen(hidden: boolean): boolean {
  const [shut, setShut] = useState(hidden);
  useEffect(() => (hidden ? afterNextFrame(() => setShut(true)) : setShut(false)), [hidden]);
  return hidden && shut;
}
