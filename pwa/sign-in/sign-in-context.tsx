import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SignedInUser } from '../../api/contract/entities/user.ts';
import type { SignInGate, SignInState } from './sign-in-gate.ts';

export const SignInContext = createContext<SignInGate | null>(null);

export function useSignIn(): SignInGate {
  const signIn = useContext(SignInContext);
  if (!signIn) throw new Error('No SignInContext around this component');
  return signIn;
}

export function useSignInState(): SignInState {
  const signIn = useSignIn();
  return useSyncExternalStore(signIn.subscribe, signIn.state);
}

/** The signed-in person. For components inside the app, where there always is one. */
export function useUser(): SignedInUser {
  const state = useSignInState();
  if (state.kind !== 'signed-in' && state.kind !== 'signed-in-before') throw new Error('No one is signed in');
  return state.user;
}
