import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { MESSAGES } from '../../api/contract/errors.ts';
import type { CachedUser } from './cached-user.ts';
import { signedInMark } from './signed-in-mark.ts';
import { isSignedInUser } from './signed-in-user.ts';

/**
 * Who is at this device, as far as the page can know.
 *
 *   unknown ──> visitor | signed-in | no-access | unreachable
 *   signed-in ──401──> visitor, or signed-in-before where work is unsynced
 *   signed-in ──403──> no-access
 */
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'visitor' }
  | { kind: 'no-access' }
  /** The cookie says that somebody is signed in, but not even the first answer came. */
  | { kind: 'unreachable' }
  | { kind: 'signed-in'; user: SignedInUser }
  /** The server no longer knows the sign-in, and work is only here: the app stays usable and asks to sign in again. */
  | { kind: 'signed-in-before'; user: SignedInUser };

export interface SessionPorts {
  /** `document.cookie` now. */
  cookies: () => string;
  cachedUser: CachedUser;
  /** GET /api/auth/user with credentials; rejects when there is no network. */
  fetchUser: () => Promise<Response>;
  /** Whether this device holds work of that person which the server has not confirmed. */
  hasUnsyncedWork: (userId: string) => Promise<boolean>;
  /** Somebody who never signed out and whose unsynced work lies open on this device; null for nobody. */
  leftBehind: () => Promise<SignedInUser | null>;
}

export interface Session {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Finds out who is there: at once from what is cached, then by asking where a cookie says that asking is of use. */
  start(): Promise<void>;
  /** The server answered 401 to something. */
  expired(): Promise<void>;
  /** The server answered 403 'Beta access required' to something. */
  betaRefused(): void;
  /** The profile changed here or by sync. */
  userChanged(user: SignedInUser): void;
  /** Forgets the person on this device, before leaving for /api/logout. */
  forget(): void;
}

/** The gate of specification section 6 and design section 6. A visitor causes no call at all. */
export function createSession({ cookies, cachedUser, fetchUser, hasUnsyncedWork, leftBehind }: SessionPorts): Session {
  let state: SessionState = { kind: 'unknown' };
  const listeners = new Set<() => void>();

  const become = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const expired = async () => {
    const user = cachedUser.read();
    // Where it cannot be told, nothing may be hidden.
    if (user && (await hasUnsyncedWork(user.id).catch(() => true))) {
      become({ kind: 'signed-in-before', user });
      return;
    }
    cachedUser.forget();
    become({ kind: 'visitor' });
  };

  const betaRefused = () => {
    cachedUser.forget();
    become({ kind: 'no-access' });
  };

  const ask = async () => {
    const answer = await fetchUser().catch(() => null);
    const body: unknown = await answer?.json().catch(() => null);
    // A captive portal or proxy answers 401 and 403 with pages of its own: those say nothing of the session.
    if (answer && !answer.ok && typeof body === 'object' && body !== null) {
      if (answer.status === 401) return expired();
      if (answer.status === 403 || isBetaRefusal(body)) return betaRefused();
    }
    const user = answer?.ok ? body : null;
    if (isSignedInUser(user)) {
      cachedUser.write(user);
      become({ kind: 'signed-in', user });
      return;
    }
    // Offline, or a server in trouble: who was signed in stays signed in.
    if (state.kind !== 'signed-in') become({ kind: 'unreachable' });
  };

  // A browser that is killed soon after the sign-in forgets cookie and cache, which it writes late, but not the store.
  const visited = async () => {
    become({ kind: 'visitor' });
    const user = await leftBehind().catch(() => null);
    if (!user || state.kind !== 'visitor') return;
    // Remembered, or the engine's first 401 would take the app away again.
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
      const mark = signedInMark(cookies());
      const user = cachedUser.read();
      if (!mark) return user ? expired() : visited();
      // Another person signed in since: their log must not open on this one's.
      if (user && mark === user.id) become({ kind: 'signed-in', user });
      return ask();
    },
    expired,
    betaRefused,
    userChanged(user) {
      cachedUser.write(user);
      if (state.kind === 'signed-in' || state.kind === 'signed-in-before') become({ kind: state.kind, user });
    },
    forget() {
      cachedUser.forget();
    },
  };
}

const isBetaRefusal = ({ message }: { message?: unknown }): boolean => typeof message === 'string' && message.includes(MESSAGES.betaRequired);
