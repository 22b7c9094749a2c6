import { useCallback } from 'react';
import type { Leaving } from '../../sync/engine-messages.ts';
import { useSession } from '../session/session-context.tsx';
import { useEngine } from './sync-provider.tsx';

/**
 * Leaves this device: clears it of its person (unsynced work locked first, or given up), then goes to /api/logout by a
 * full navigation (specification, section 2). Rejects, with everything as it was, when the work cannot be locked.
 */
export function useLeave(): (leaving: Leaving) => Promise<void> {
  const session = useSession();
  const engine = useEngine();
  return useCallback(
    async (leaving) => {
      await engine.leave(leaving);
      session.forget();
      location.assign('/api/logout');
    },
    [engine, session],
  );
}
