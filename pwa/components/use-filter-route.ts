import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { focusHeading } from './keep-focus.ts';
import { DIALOG_PARAM } from './use-dialog-route.ts';
import { useEditParams } from './use-edit-params.ts';

/** The search reaches the URL after this pause in typing: browsers limit how often an address may change. */
const REST_MS = 300;

/** Search text and choices that filter a list. */
type Filter<F> = Record<keyof F, string> & { search: string };

export interface FilterRoute<F extends Filter<F>> {
  /** The filter as typed and chosen. */
  shown: F;
  /** The filter as in the URL: the search follows after a pause in typing. */
  asked: F;
  change: (patch: Partial<F>) => void;
  clear: () => void;
}

/**
 * Search and filters of a screen, kept in the URL for reload, links and Back.
 * @param names URL parameter of each field; a module constant, like `none`
 * @param none the values that filter nothing; they are left out of the URL
 */
export function useFilterRoute<F extends Filter<F>>(names: Readonly<Record<keyof F & string, string>>, none: F): FilterRoute<F> {
  const [params] = useSearchParams();
  const editParams = useEditParams();
  const inUrl = JSON.stringify(Object.entries<string>(names).map(([field, name]) => [field, params.get(name) ?? none[field as keyof F]]));
  const asked = useMemo(() => Object.fromEntries(JSON.parse(inUrl) as [string, string][]) as F, [inUrl]);
  const [typed, setTyped] = useState(asked.search);

  const dialogOpen = params.has(DIALOG_PARAM);
  /** The search text that this screen itself wrote to the URL. */
  const own = useRef<string | null>(null);

  const put = useCallback(
    (patch: Partial<Record<keyof F, string>>) => {
      const isWritten = editParams((params) => {
        for (const [field, name] of Object.entries<string>(names)) {
          const value = patch[field as keyof F];
          if (value === none[field as keyof F]) params.delete(name);
          else if (value !== undefined) params.set(name, value);
        }
      });
      if (isWritten) own.current = patch.search ?? own.current;
      return isWritten;
    },
    [names, none, editParams],
  );

  useEffect(() => {
    // While a dialog is open, the URL belongs to it: write the search after it closes.
    if (typed === asked.search || dialogOpen) return;
    const write = () => {
      // A dialog or page that has been opened, but not rendered yet, may go again before it is.
      const isDialog = new URLSearchParams(window.location.search).has(DIALOG_PARAM);
      if (isDialog || !put({ search: typed } as Partial<Record<keyof F, string>>)) timer = setTimeout(write, REST_MS);
    };
    let timer = setTimeout(write, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, asked.search, dialogOpen, put]);

  useEffect(() => {
    // A link or Back overrides the typed text; our own write to the URL does not.
    if (asked.search !== own.current) setTyped(asked.search);
    own.current = null;
  }, [asked.search]);

  const change = useCallback(
    ({ search, ...chosen }: Partial<F>) => {
      if (search !== undefined) setTyped(search);
      if (Object.keys(chosen).length > 0) put(chosen as Partial<Record<keyof F, string>>);
    },
    [put],
  );
  const clear = useCallback(() => {
    setTyped(none.search);
    put(none);
    // The button that cleared the filters disappears, and would take the focus with it.
    focusHeading();
  }, [none, put]);
  const shown = useMemo(() => ({ ...asked, search: typed }), [asked, typed]);
  return { shown, asked, change, clear };
}
