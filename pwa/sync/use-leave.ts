import { useCallback } from 'react';
import type { Leaving } from '../../sync/engine-messages.ts';
import type { Store } from '../../sync/store/store.ts';
import { beginBusy } from '../components/busy.ts';
import { forgetShapes } from '../media/poster-shapes.ts';
import { forgetWaitingLink } from '../partner-links/waiting-link.ts';
import { dropSubscription } from '../push/push-service.ts';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { forgetAllLastWords, takeUpLastWords } from './last-words.ts';
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
  const store = useStore();
  const { userId } = store;
  return useCallback(
    async (leaving) => {
      const endBusy = beginBusy('signing out');
      const leave = async () => {
        await writeUnwritten();
        await takeUpClosedForms(store, leaving);
        await engine.leave(leaving);
      };
      // The app stays busy until the page unloads. Only if this fails does it continue.
      await leave().catch((error: unknown) => {
        endBusy();
        throw error;
      });
      // The server drops the subscription at logout; unsubscribe here too, in case it cannot be reached.
      await Promise.race([dropSubscription(), new Promise((resolve) => setTimeout(resolve, DROP_MS))]);
      forgetAllLastWords(userId);
      forgetShapes();
      forgetWaitingLink();
      signIn.forget();
      location.assign('/api/logout');
    },
    [engine, signIn, store, userId],
  );
}

/**
 * Counts text as unsynced work that a form could not store when it closed.
 * @throws the store's error if it still cannot, unless the person chose to discard their unsynced work
 */
async function takeUpClosedForms(store: Store, leaving: Leaving): Promise<void> {
  const isDiscarding = leaving.how === 'clear' && Object.values(leaving.agreed).some((count) => count > 0);
  await takeUpLastWords(store).catch((error: unknown) => {
    if (!isDiscarding) throw error;
  });
}
