import type { ErrorBody } from '../../api/contract/errors.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { isOffline } from '../sync/is-offline.ts';
import type { OnlineAccount } from '../sync/online-account.ts';
import { askServer, RefusedCall } from './ask-server.ts';
import { ONLINE_TEXTS } from './texts.ts';

/** A conflict with what the server does right now. Its message says what to do. */
const CONFLICT = 409;

/**
 * Makes a change that only the server can make: sends it now and never queues it.
 * @param failed the toast's text if the server did not make the change
 * @returns whether it succeeded; otherwise a toast says why
 */
export const actOnline = async (account: OnlineAccount, path: string, init: RequestInit, failed: string): Promise<boolean> =>
  (await answerOnline(account, path, init, failed)) !== null;

/** As `actOnline`. @returns the answer, which is not checked; null if the change was not made */
export async function answerOnline(
  { userId, ports, store }: OnlineAccount,
  path: string,
  init: RequestInit,
  failed: string,
): Promise<{ body: unknown } | null> {
  try {
    const answer = await askServer(ports, userId, path, init);
    // An HTML page with status 200, for example from a captive portal, is not an answer from the server.
    return { body: await answer.json() };
  } catch (error) {
    if (!(error instanceof RefusedCall)) {
      if (await isOffline(store)) showToast(ONLINE_TEXTS.nothingDone);
      else showError(failed);
    } else if (error.status === CONFLICT) {
      const said = (await error.answer.json().catch(() => null)) as Partial<ErrorBody> | null;
      showError(typeof said?.message === 'string' ? said.message : failed, failed);
    } else showError(failed);
    return null;
  }
}
