import { useCallback, useEffect, useState } from 'react';
import { ONLINE_CALLS, OwnAccess } from '../../../api/contract/online-calls.ts';
import { askServer, isAccountDeleted, RefusedCall } from '../../online/ask-server.ts';
import { pagePorts } from '../../online/page-ports.ts';
import { JOIN_PATH } from '../../partner-links/join-path.ts';
import { readWaitingLink } from '../../partner-links/waiting-link.ts';
import { useSignIn } from '../../sign-in/sign-in-context.tsx';

/** Result of 'Try Again'; null before the first tap. */
type Check = { at: 'asking' | 'failed' } | { at: 'unchanged'; moment: number } | null;

export interface OwnAccessState {
  /** Undefined until the server has answered. */
  access: OwnAccess | undefined;
  /** The first answer is still to come. */
  reading: boolean;
  check: Check;
  /** Asks the server. If the person has access now, or is signed out, opens the app, which shows the right page. */
  tryAgain: () => void;
  /** Reads the state again after a change on this page, without a message. */
  refresh: () => void;
}

/** The account that is signed in without beta access, whether it is on the waitlist (R183), and whether it is to be deleted (R374). */
export function useOwnAccess(userId: string | null): OwnAccessState {
  const signIn = useSignIn();
  const [readFor, setReadFor] = useState<string | null>(null);
  const [access, setAccess] = useState<OwnAccess>();
  const [check, setCheck] = useState<Check>(null);

  const read = useCallback(async () => {
    if (userId === null) return null;
    try {
      const answer = await askServer(pagePorts, userId, ONLINE_CALLS['auth.access'].path);
      const found = OwnAccess.parse(await answer.json());
      setAccess(found);
      signIn.outside(found.deleteAt === null ? null : { userId, deleteAt: found.deleteAt });
      return found;
    } catch (error) {
      if (await isAccountDeleted(error)) signIn.erased(userId);
      throw error;
    } finally {
      setReadFor(userId);
    }
  }, [signIn, userId]);
  // Ignore failures: without an answer, the page says 'This account'.
  const refresh = useCallback(() => void read().catch(() => undefined), [read]);
  useEffect(refresh, [refresh]);

  const tryAgain = async () => {
    setCheck({ at: 'asking' });
    try {
      const found = await read();
      if (found?.hasBetaAccess) location.assign(readWaitingLink() === null ? '/' : JOIN_PATH);
      else setCheck({ at: 'unchanged', moment: pagePorts.now() });
    } catch (error) {
      if (error instanceof RefusedCall && error.status === 401) location.assign('/');
      else setCheck({ at: 'failed' });
    }
  };
  return { access, reading: readFor !== userId, check, tryAgain: () => void tryAgain(), refresh };
}
