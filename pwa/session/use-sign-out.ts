import { useCallback } from 'react';
import { useSession } from './session-context.tsx';

/** Forgets the person here, then leaves by a full navigation to /api/logout (specification, section 2). */
export function useSignOut(): () => void {
  const session = useSession();
  return useCallback(() => {
    session.forget();
    location.assign('/api/logout');
  }, [session]);
}
