import { useCallback } from 'react';
import type { Leaving } from '../../sync/engine-messages.ts';
import { beginBusy } from '../components/busy.ts';
import { forgetShapes } from '../media/poster-shapes.ts';
import { dropSubscription } from '../push/push-service.ts';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { forgetAllLastWords } from './last-words.ts';
import { useEngine, useStore } from './sync-provider.tsx';
import { writeUnwritten } from './unwritten-words.ts';

/** Signing out does not wait longer than this for the browser to unsubscribe. */
const DROP_MS = 1_500;

/**
 * Signs out: clears the person's data from this device (unsynced work is locked first, or discarded), then navigates to
 * /api/logout (R18). If the work cannot be locked, it rejects and changes nothing.
 */
export function useLeave(): (leaving: Leaving) => Promise<void> {
  const signIn = useSignIn();
  const engine = useEngine();
  const { userId } = useStore();
  return useCallback(
    async (leaving) => {
      const endBusy = beginBusy('signing out');
      await writeUnwritten();
      // The app stays busy until the page unloads. Only if this fails does it continue.
      await engine.leave(leaving).catch((error: unknown) => {
        endBusy();
        throw error;
      });
      // The server drops the subscription at logout; unsubscribe here too, in case it cannot be reached.
      await Promise.race([dropSubscription(), new Promise((resolve) => setTimeout(resolve, DROP_MS))]);
      forgetAllLastWords(userId);
      forgetShapes();
      signIn.forget();
      location.assign('/api/logout');
    },
    [engine, signIn, userId],
  );
}
