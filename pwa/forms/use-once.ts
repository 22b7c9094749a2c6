import { useCallback, useRef } from 'react';
import { showFailure } from './show-failure.ts';

/**
 * Returns a function that acts once, as long as the action does not fail: a second tap would come before the next view.
 * @param failed the toast's text
 */
export function useOnce(failed: string): (act: () => Promise<unknown>) => void {
  const isActing = useRef(false);
  return useCallback(
    (act) => {
      if (isActing.current) return;
      isActing.current = true;
      act().catch((error: unknown) => {
        isActing.current = false;
        showFailure(error, failed);
      });
    },
    [failed],
  );
}
