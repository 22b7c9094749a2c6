import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/**
 * The chosen tab, kept in the URL (`?tab=mine`). The first tab is the default and has no parameter;
 * an unknown name in a link also shows the first tab.
 */
export function useTabRoute<Name extends string>(names: readonly [Name, ...Name[]], param = 'tab'): [Name, (name: Name) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const first = names[0];
  const chosen = names.find((name) => name === params.get(param)) ?? first;
  const choose = useCallback(
    (name: Name) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (name === first) after.delete(param);
          else after.set(param, name);
          return after;
        },
        // Tabs filter one screen: Back leaves the screen instead of stepping through tabs.
        { replace: true, preventScrollReset: true, state: state as unknown },
      );
    },
    [first, param, setParams, state],
  );
  return [chosen, choose];
}
