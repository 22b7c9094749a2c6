import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SignedInUser } from '../../api/contract/entities/user.ts';
import type { Session, SessionState } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No session around this component');
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state);
}

/** The current user. Inside the app there always is one. */
export function useUser(): SignedInUser {
  const state = useSessionState();
  if (state.kind !== 'signed-in' && state.kind !== 'signed-in-before') throw new Error('No one is signed in');
  return state.user;
}
