import { useCallback, useMemo } from 'react';
import { type NavigateFunction, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The search parameter that names the open dialog. */
export const DIALOG_PARAM = 'dialog';

/** The state of a link to a dialog: closing it, saved or not, leads back to where the link stood. */
export const openedHere = (name: string) => ({ dialogOpenedHere: name });

export interface DialogRoute {
  isOpen: boolean;
  /** What the link says besides the dialog's name, such as the row it is about. */
  params: URLSearchParams;
  /** Another one each time that it is opened. */
  key: string;
  /** Opens it with a history entry of its own, so that Back closes it. */
  open: (params?: Record<string, string>) => void;
  /** Goes back to where it was opened; where it came by link or reload, stays on the page without it. */
  close: () => void;
}

/** The way back has been asked for; a browser takes it a little later. */
let leaving = false;

/** Once, however often a dialog is told to close: a second step would lead away from the page. */
function takeWayBack(navigate: NavigateFunction): void {
  if (leaving) return;
  leaving = true;
  addEventListener('popstate', () => (leaving = false), { once: true });
  void navigate(-1);
}

/**
 * Takes the dialog off the entry of the history that the page stands on: what was saved or deleted in it is done, and
 * Forward shall not open it again. To be closed as ever afterwards.
 */
export function endDialogEntry(): void {
  const search = new URLSearchParams(window.location.search);
  for (const key of [DIALOG_PARAM, 'id']) search.delete(key);
  window.history.replaceState(window.history.state, '', `${window.location.pathname}?${search.toString()}`.replace(/\?$/, ''));
}

/** At once, or when the way back has been taken and what was there is drawn without its dialog. */
function onceThere(go: () => void): void {
  if (leaving) addEventListener('popstate', () => setTimeout(go), { once: true });
  else go();
}

/**
 * A dialog whose being open is in the URL (`?dialog=add-session`): Back, reload and links work.
 * `keys` are the further parameters that belong to it and leave with it.
 */
export function useDialogRoute(name: string, keys: readonly string[] = ['id']): DialogRoute {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const isOpen = params.get(DIALOG_PARAM) === name;
  const cameFromHere = (location.state as { dialogOpenedHere?: unknown } | null)?.dialogOpenedHere === name;
  const belonging = keys.join(' ');

  const open = useCallback(
    (extra: Record<string, string> = {}) => {
      // Asked for again while what was saved in it is still being written: another one, with the same way back.
      const how = isOpen && !leaving ? { state: location.state as unknown, replace: true } : { state: openedHere(name) };
      onceThere(() => {
        const search = new URLSearchParams(window.location.search);
        // A second tap that came before the first one was drawn: the entry is there.
        const isNamed = search.get(DIALOG_PARAM) === name;
        search.set(DIALOG_PARAM, name);
        for (const [key, value] of Object.entries(extra)) search.set(key, value);
        void navigate({ search: search.toString() }, { ...how, ...(isNamed && { replace: true }), preventScrollReset: true });
      });
    },
    [isOpen, location.state, name, navigate],
  );

  const close = useCallback(() => {
    if (cameFromHere) {
      takeWayBack(navigate);
      return;
    }
    const search = new URLSearchParams(location.search);
    for (const key of [DIALOG_PARAM, ...belonging.split(' ')]) search.delete(key);
    void navigate({ search: search.toString() }, { replace: true, preventScrollReset: true });
  }, [cameFromHere, location.search, belonging, navigate]);

  return useMemo(() => ({ isOpen, params, key: location.key, open, close }), [isOpen, params, location.key, open, close]);
}
