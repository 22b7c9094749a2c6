import { useCallback } from 'react';
import type { Leaving } from '../../sync/engine-messages.ts';
import { dropSubscription } from '../push/push-service.ts';
import { useSession } from '../session/session-context.tsx';
import { forgetAllLastWords } from './last-words.ts';
import { useEngine, useStore } from './sync-provider.tsx';

/** A browser that takes longer over its own list of subscriptions keeps nobody from leaving. */
const DROP_MS = 1_500;

/**
 * Leaves this device: clears it of its person (unsynced work locked first, or given up), then goes to /api/logout by a
 * full navigation (specification, section 2). Rejects, with everything as it was, when the work cannot be locked.
 */
export function useLeave(): (leaving: Leaving) => Promise<void> {
  const session = useSession();
  const engine = useEngine();
  const { userId } = useStore();
  return useCallback(
    async (leaving) => {
      await engine.leave(leaving);
      // The server forgets the browser with its sign-in; a browser that cannot be reached must be deaf all the same.
      await Promise.race([dropSubscription(), new Promise((resolve) => setTimeout(resolve, DROP_MS))]);
      forgetAllLastWords(userId);
      session.forget();
      location.assign('/api/logout');
    },
    [engine, session, userId],
  );
}
