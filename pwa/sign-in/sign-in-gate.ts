import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { MESSAGES } from '../../api/contract/errors.ts';
import type { CachedUser } from './cached-user.ts';
import type { LeftBehind } from './left-behind.ts';
import { signedInUserId } from './signed-in-user-id.ts';
import { isSignedInUser } from './signed-in-user.ts';

/** An account that its person has chosen to delete. Until then it is closed to them, too. */
export interface Deletion {
  userId: string;
  deleteAt: string;
}

/**
 * Who uses this device, as far as the page can know.
 *
 *   unknown ──> visitor | signed-in | no-access | unreachable
 *   signed-in ──401──> visitor, or signed-in-before if work is unsynced
 *   signed-in ──403──> no-access
 *   signed-in ──'Delete account' in a week──> no-access
 *   any ──410──> erased
 */
export type SignInState =
  | { kind: 'unknown' }
  | { kind: 'visitor' }
  | { kind: 'no-access'; deletion: Deletion | null }
  /** The account was deleted. What this device holds of it has to go. */
  | { kind: 'erased'; userId: string }
  /** The cookie marks a signed-in person, but the first answer of the server is missing or invalid. */
  | { kind: 'unreachable' }
  | { kind: 'signed-in'; user: SignedInUser }
  /** The sign-in has expired and this device has unsynced work: the app stays usable and asks to sign in again. */
  | { kind: 'signed-in-before'; user: SignedInUser };

export interface SignInPorts {
  /** Reads `document.cookie`. */
  cookies: () => string;
  cachedUser: CachedUser;
  /** GET /api/auth/user with credentials; rejects without a network. */
  fetchUser: () => Promise<Response>;
  /** Whether this device has work of that person that the server has not confirmed. */
  hasUnsyncedWork: (userId: string) => Promise<boolean>;
  leftBehind: () => Promise<LeftBehind | null>;
}

export interface SignInGate {
  state(): SignInState;
  subscribe(listener: () => void): () => void;
  /** Determines the state: at once from the cache, then from the server if a cookie marks a signed-in person. */
  start(): Promise<void>;
  /** Call this when the server answers 401. */
  expired(): Promise<void>;
  /** Call this when the server answers 403 'Beta access required'. */
  betaRefused(): void;
  /** Call this for a person who may not use the app, with what the server says about the end of their account. */
  outside(deletion: Deletion | null): void;
  /** Call this when the server answers that the account was deleted. */
  erased(userId: string): void;
  /** Call this when the profile has changed, here or by sync. */
  userChanged(user: SignedInUser): void;
  /** Clears the cached person, before leaving for /api/logout. */
  forget(): void;
}

/** Creates the gate of R6 and R7. It makes no requests for visitors. */
export function createSignInGate({ cookies, cachedUser, fetchUser, hasUnsyncedWork, leftBehind }: SignInPorts): SignInGate {
  let state: SignInState = { kind: 'unknown' };
  const listeners = new Set<() => void>();

  const become = (next: SignInState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const expired = async () => {
    if (state.kind === 'erased') return;
    const user = cachedUser.read();
    // Another person has signed in in another tab: the cache belongs to that person, so keep it.
    if (user && 'user' in state && state.user.id !== user.id) return become({ kind: 'visitor' });
    // If the store cannot be read, assume unsynced work rather than hide it.
    if (user && (await hasUnsyncedWork(user.id).catch(() => true))) {
      become({ kind: 'signed-in-before', user });
      return;
    }
    cachedUser.forget();
    become({ kind: 'visitor' });
  };

  const outside = (deletion: Deletion | null) => {
    if (state.kind === 'erased') return;
    cachedUser.forget();
    become({ kind: 'no-access', deletion });
  };
  // What is known of a deletion stays known.
  const betaRefused = () => outside(state.kind === 'no-access' ? state.deletion : null);

  const erased = (userId: string) => {
    // Another person may have signed in in another tab.
    if (cachedUser.read()?.id === userId) cachedUser.forget();
    // What shows it may call this again.
    if (state.kind !== 'erased') become({ kind: 'erased', userId });
  };

  const ask = async () => {
    const userId = signedInUserId(cookies());
    const answer = await fetchUser().catch(() => null);
    const body: unknown = await answer?.json().catch(() => null);
    if (state.kind === 'erased') return;
    // Captive portals and proxies answer 401 and 403 with HTML, which says nothing about the sign-in.
    if (answer && !answer.ok && typeof body === 'object' && body !== null) {
      if (userId && isErasure(body)) return erased(userId);
      if (answer.status === 401) return expired();
      if (answer.status === 403 || isBetaRefusal(body)) return betaRefused();
    }
    const user = answer?.ok ? body : null;
    if (isSignedInUser(user)) {
      cachedUser.write(user);
      become({ kind: 'signed-in', user });
      return;
    }
    // Offline or server error: a signed-in person stays signed in.
    if (state.kind !== 'signed-in') become({ kind: 'unreachable' });
  };

  // A browser killed soon after sign-in may lose cookie and cache, which it writes late, but not the store.
  const visited = async () => {
    become({ kind: 'visitor' });
    const left = await leftBehind().catch(() => null);
    if (!left || state.kind !== 'visitor') return;
    if ('erased' in left) return erased(left.erased);
    const { user } = left;
    // Cache the person, or the engine's first 401 would end the sign-in again.
    cachedUser.write(user);
    become({ kind: 'signed-in-before', user });
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      const userId = signedInUserId(cookies());
      const user = cachedUser.read();
      if (!userId) return user ? expired() : visited();
      // If the cookie marks another person, their sign-in must not open the cached person's log.
      if (user && userId === user.id) become({ kind: 'signed-in', user });
      return ask();
    },
    expired,
    betaRefused,
    outside,
    erased,
    userChanged(user) {
      cachedUser.write(user);
      if (state.kind === 'signed-in' || state.kind === 'signed-in-before') become({ kind: state.kind, user });
    },
    forget() {
      cachedUser.forget();
    },
  };
}

const isErasure = ({ code }: { code?: unknown }): boolean => code === 'account_deleted';

const isBetaRefusal = ({ message }: { message?: unknown }): boolean =>
  typeof message === 'string' && message.includes(MESSAGES.betaRequired);
