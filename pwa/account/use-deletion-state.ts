import { useCallback, useEffect, useState } from 'react';
import { DeletionState } from '../../api/contract/account-deletion.ts';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { askServer, isAccountDeleted, RefusedCall } from '../online/ask-server.ts';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { useOnlineAccount } from '../sync/online-account.ts';

const { path } = ONLINE_CALLS['account.deletion'];

export type DeletionReading = { is: 'loading' | 'unreachable' | 'refused' } | { is: 'read'; state: DeletionState };

/** What goes with the account, read anew each time: an earlier answer could offer what is no longer true. */
export function useDeletionState(): { reading: DeletionReading; read: () => Promise<DeletionState | 'deleted' | null> } {
  const signIn = useSignIn();
  const { userId, ports } = useOnlineAccount();
  const [reading, setReading] = useState<DeletionReading>({ is: 'loading' });
  const read = useCallback(async () => {
    try {
      const answer = await askServer(ports, userId, path, { signal: AbortSignal.timeout(30_000) });
      const state = DeletionState.parse(await answer.json());
      setReading({ is: 'read', state });
      return state;
    } catch (error) {
      if (await isAccountDeleted(error)) {
        signIn.erased(userId);
        return 'deleted';
      }
      setReading({ is: error instanceof RefusedCall ? 'refused' : 'unreachable' });
      return null;
    }
  }, [ports, signIn, userId]);
  useEffect(() => void read(), [read]);
  return { reading, read };
}
