import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { afterNextFrame } from './after-next-frame.ts';
import { IconButton } from './icon-button.tsx';
import { keepFocus } from './keep-focus.ts';
import { pushDialog } from './open-dialogs.ts';
import { guardAgainstSecondTap, watchTaps } from './second-tap.ts';

export interface DialogProps {
  open: boolean;
  /** Asked for by Escape, the close button, or a touch beside a question. Set `open` to false in it. */
  onClose: () => void;
  title: string;
  /** Below the title, and what a screen reader says after it. */
  description?: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling part: first what stands left, last the main button. */
  foot?: ReactNode;
  size?: 'sheet' | 'broad' | 'question';
  closeLabel?: string;
  /** Out of sight, and all that is in it stays as it is. */
  hidden?: boolean;
}

/**
 * A modal on the native <dialog>: full-screen on phones, centred from 768 px.
 * Its content is mounted only while it is open; the focus goes back to where it came from.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, description, children, foot, size = 'sheet', closeLabel = 'Close', hidden = false }: DialogProps) {
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
    // The heading, unless the content asks for it: a field would raise the keyboard over the sheet at once.
    const asking = dialog.querySelector<HTMLElement>('[data-autofocus], [data-typed-at-once] input');
    (asking ?? dialog.querySelector('h2'))?.focus();
    const release = pushDialog(dialog);
    return () => {
      release();
      dialog.close();
      guardAgainstSecondTap();
      // The element leaves the page with its focus, before the browser can hand it back.
      keepFocus(cameFrom);
    };
  }, [shut]);

  const asked = (event: SyntheticEvent) => {
    // Inner elements (file pickers, nested dialogs) send events of the same names up.
    if (event.target !== event.currentTarget) return;
    // The close event of an earlier life of this element: it is open again.
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
      // A browser may close without asking, such as Android's back gesture used twice.
      onClose={asked}
      onClick={besides}
    >
      <div className="sheet" data-size={size}>
        <div className="sheet-head">
          {size !== 'question' && <IconButton icon="close" label={closeLabel} onClick={onClose} />}
          {/* Of a name that never ends, in large text, as much as leaves room for the rest. */}
          <h2 id={titleId} tabIndex={-1} className="line-clamp-4 min-w-0 flex-1 [overflow-wrap:anywhere]">
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
 * True once a frame without the dialog has been drawn: what stands behind a modal is drawn at once, but waking it up
 * when the modal is closed costs a phone longer than a frame may take.
 */
function useShutOnceUnseen(hidden: boolean): boolean {
  const [shut, setShut] = useState(hidden);
  useEffect(() => (hidden ? afterNextFrame(() => setShut(true)) : setShut(false)), [hidden]);
  return hidden && shut;
}
