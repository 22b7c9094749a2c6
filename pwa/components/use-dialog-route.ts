import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type NavigateFunction, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The search parameter that names the open dialog. */
export const DIALOG_PARAM = 'dialog';

/** History state for a link to a dialog: closing the dialog, saved or not, goes back to the link's page. */
export const openedHere = (name: string) => ({ dialogOpenedHere: name });

export interface DialogRoute {
  isOpen: boolean;
  /** The other search parameters, such as the row's id. */
  params: URLSearchParams;
  /** Changes each time the dialog opens. */
  key: string;
  /** Opens the dialog in a history entry of its own, so that Back closes it. */
  open: (params?: Record<string, string>) => void;
  /**
   * Goes back to where the dialog was opened. If the page's address opened it, stays on the page and removes the dialog.
   * Does nothing once the page shows another history entry.
   */
  close: () => void;
}

/** Key of the history entry that the app is leaving, from `navigate(-1)` until popstate: browsers go back asynchronously. */
let leaving: string | null = null;

/** Key of the current history entry. The router has given the page's first entry none. */
const currentEntry = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default';

/** Also false once the app went elsewhere: the browser may then cancel going back, without a popstate. */
const isLeaving = () => leaving !== null && currentEntry() === leaving;

/**
 * Goes back only once per history entry: closing its dialog a second time would otherwise leave the page. A dialog of the
 * entry below may close as soon as it appears, which goes back once more.
 */
function takeWayBack(navigate: NavigateFunction, key: string): void {
  if (leaving === key) return;
  leaving = key;
  addEventListener('popstate', () => leaving === key && (leaving = null), { once: true });
  holdLinks();
  void navigate(-1);
}

/** Until the page has gone back, links wait: the router would drop what they open for the page that is arriving. */
function holdLinks(): void {
  /** Of several taps, the last one counts. */
  let held: HTMLElement | null = null;
  const hold = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href]') : null;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || opensElsewhere || !isLeaving()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!held) onceThere(() => held?.click());
    held = link;
  };
  document.addEventListener('click', hold, { capture: true });
  addEventListener('popstate', () => document.removeEventListener('click', hold, { capture: true }), { once: true });
}

/**
 * Returns a function that removes the dialog from its history entry: after a save or delete, Forward must not open it
 * again. Close the dialog as usual afterwards. Call this hook in the dialog, because another one may take its entry.
 */
export function useEndDialogEntry(): () => void {
  const [entry] = useState(currentEntry);
  return useCallback(() => {
    if (currentEntry() === entry) endEntry();
  }, [entry]);
}

function endEntry(): void {
  const search = new URLSearchParams(window.location.search);
  for (const key of [DIALOG_PARAM, 'id', 'title', 'again', 'result', 'distance']) search.delete(key);
  window.history.replaceState(window.history.state, '', `${window.location.pathname}?${search.toString()}`.replace(/\?$/, ''));
}

/** Calls `go` at once, or, while the app is going back, once the page has rendered without the dialog. */
function onceThere(go: () => void): void {
  if (isLeaving()) addEventListener('popstate', () => setTimeout(go), { once: true });
  else go();
}

/**
 * A dialog whose open state is in the URL (`?dialog=add-session`), so Back, reload and links work.
 * `keys` are further parameters of the dialog, removed when it closes.
 */
export function useDialogRoute(name: string, keys: readonly string[] = ['id']): DialogRoute {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const isOpen = params.get(DIALOG_PARAM) === name;
  const cameFromHere = (location.state as { dialogOpenedHere?: unknown } | null)?.dialogOpenedHere === name;
  const belonging = keys.join(' ');

  /** In a ref, so that `open` stays the same: the lists that take it would render again whenever a dialog opens. */
  const shown = useRef({ isOpen, location });
  useLayoutEffect(() => {
    shown.current = { isOpen, location };
  }, [isOpen, location]);

  const open = useCallback(
    (extra: Record<string, string> = {}) => {
      const { isOpen, location } = shown.current;
      // The dialog may open again while its save is being written. Keep the entry's state, so that closing still goes back.
      const isHere = isOpen && currentEntry() === location.key && !isLeaving();
      const how = isHere ? { state: location.state as unknown, replace: true } : { state: openedHere(name) };
      onceThere(() => {
        const search = new URLSearchParams(window.location.search);
        // At a second tap before the first one has rendered, the entry exists already.
        const isNamed = search.get(DIALOG_PARAM) === name;
        search.set(DIALOG_PARAM, name);
        for (const [key, value] of Object.entries(extra)) search.set(key, value);
        void navigate({ search: search.toString() }, { ...how, ...(isNamed && { replace: true }), preventScrollReset: true });
      });
    },
    [name, navigate],
  );

  const close = useCallback(() => {
    // A save that ends while the dialog is opened again must not close the new one.
    if (currentEntry() !== location.key) return;
    if (cameFromHere) {
      takeWayBack(navigate, location.key);
      return;
    }
    const search = new URLSearchParams(location.search);
    for (const key of [DIALOG_PARAM, ...belonging.split(' ')]) search.delete(key);
    void navigate({ search: search.toString() }, { replace: true, preventScrollReset: true });
  }, [cameFromHere, location.key, location.search, belonging, navigate]);

  return useMemo(() => ({ isOpen, params, key: location.key, open, close }), [isOpen, params, location.key, open, close]);
}
