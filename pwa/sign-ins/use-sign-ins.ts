import { ONLINE_CALLS, SignIn } from '../../api/contract/online-calls.ts';
import { showToast } from '../components/toast-store.ts';
import { actOnline } from '../online/act-online.ts';
import type { OnlineListSource } from '../online/online-list.ts';
import { useOnlineList } from '../online/use-online-list.ts';
import { useOnlineAccount } from '../sync/online-account.ts';
import { TEXTS } from './texts.ts';

const { path: PATH } = ONLINE_CALLS['auth.signIns'];
const SIGN_INS: OnlineListSource<SignIn> = { name: 'auth.signIns', path: PATH, row: SignIn };

/** Where the person is signed in, and functions that end sign-ins; each resolves with whether it succeeded. */
export function useSignIns() {
  const account = useOnlineAccount();
  const list = useOnlineList(SIGN_INS);
  const end = async (path: string, done: string): Promise<boolean> => {
    const ended = await actOnline(account, path, { method: 'DELETE' }, TEXTS.failed);
    if (ended) showToast({ description: done });
    // Refresh after a failure too: another device may have ended the sign-in meanwhile.
    list.refresh();
    return ended;
  };
  return {
    list,
    endOne: (signIn: SignIn) => end(ONLINE_CALLS['auth.endSignIn'].path.replace('{id}', signIn.id), TEXTS.signedOut(TEXTS.device(signIn))),
    endOthers: () => end(ONLINE_CALLS['auth.endOtherSignIns'].path, TEXTS.signedOutElsewhere),
  };
}
