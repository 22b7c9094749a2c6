import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Returns a function that changes the address's parameters in place: Back does not step through the changes. It reads the
 * address itself, because the screen may not have rendered the last change yet, and would undo it. It does nothing once
 * the address is another page's, whose screen may still be loading, and then returns false.
 */
export function useEditParams(): (edit: (params: URLSearchParams) => unknown) => boolean {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (edit) => {
      if (window.location.pathname !== pathname) return false;
      const params = new URLSearchParams(window.location.search);
      edit(params);
      const { usr: state } = (window.history.state ?? {}) as { usr?: unknown };
      void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true, state });
      return true;
    },
    [pathname, navigate],
  );
}
