import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useEditParams } from './use-edit-params.ts';

/**
 * The chosen tab, kept in the URL (`?tab=mine`). The first tab is the default and has no parameter;
 * an unknown name in a link also shows the first tab. Tabs filter one screen: Back leaves the screen.
 */
export function useTabRoute<Name extends string>(names: readonly [Name, ...Name[]], param = 'tab'): [Name, (name: Name) => void] {
  const [params] = useSearchParams();
  const editParams = useEditParams();
  const first = names[0];
  const chosen = names.find((name) => name === params.get(param)) ?? first;
  const choose = useCallback(
    (name: Name) => editParams((params) => (name === first ? params.delete(param) : params.set(param, name))),
    [first, param, editParams],
  );
  return [chosen, choose];
}
