import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { TOAST_MS } from '../../api/contract/limits.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { keepFocus } from './keep-focus.ts';
import { subscribeDialogs, topmostDialog } from './open-dialogs.ts';
import { currentToast, dismissToast, type ShownToast, subscribeToast } from './toast-store.ts';

/**
 * The region where toasts appear. It moves into the topmost open dialog, because everything outside a modal dialog is inert:
 * screen readers skip it and taps do nothing.
 */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToast, currentToast);
  const dialog = useSyncExternalStore(subscribeDialogs, topmostDialog);
  return createPortal(
    // Render the region before any toast, or screen readers miss the first one.
    <div className="toast-region" role="status" aria-live={toast?.tone === 'destructive' ? 'assertive' : 'polite'} aria-atomic="true">
      {toast && <Toast key={toast.serial} toast={toast} />}
    </div>,
    dialog ?? document.body,
  );
}

function Toast({ toast }: { toast: ShownToast }) {
  const [held, setHeld] = useState(false);
  const { serial, tone = 'plain', title = tone === 'destructive' ? 'Error' : undefined, description, action } = toast;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(serial), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, serial]);

  // Return the focus only to someone who uses keys: after a tap, focusing a field would raise the phone's keyboard.
  const cameFrom = useRef<{ element: Element | null } | null>(null);
  useEffect(
    () => () => {
      if (cameFrom.current) keepFocus(cameFrom.current.element);
    },
    [],
  );
  const entered = ({ currentTarget, target, relatedTarget }: FocusEvent) => {
    setHeld(true);
    if (!currentTarget.contains(relatedTarget) && target.matches(':focus-visible')) cameFrom.current = { element: relatedTarget };
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setHeld(false);
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = null;
  };

  return (
    <div
      className={classNames('toast', !title && 'items-center')}
      data-tone={tone}
      // Hold the toast on move, not on enter: a toast that appears under a resting pointer is not being read.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={entered}
      onBlur={left}
    >
      <div className="min-w-0 flex-1">
        {title && <b className="block font-bold">{title}</b>}
        {description}
      </div>
      {action && (
        <button
          type="button"
          className="-my-2 min-h-12 rounded-control px-3 font-bold underline underline-offset-4"
          onClick={() => {
            dismissToast(serial);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" small label="Close message" className="-my-2 hover:bg-transparent!" onClick={() => dismissToast(serial)} />
    </div>
  );
}
