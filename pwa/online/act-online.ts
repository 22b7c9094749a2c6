import { showError, showToast } from '../components/toast-store.ts';
import { isOffline } from '../sync/is-offline.ts';
import type { OnlineAccount } from '../sync/online-account.ts';
import { askServer, RefusedCall } from './ask-server.ts';
import { ONLINE_TEXTS } from './texts.ts';

/**
 * Makes a change that only the server can make: sends it now and never queues it.
 * @param failed the toast's text if the server did not make the change
 * @returns whether it succeeded; otherwise a toast says why
 */
export async function actOnline(
  { userId, ports, store }: OnlineAccount,
  path: string,
  init: RequestInit,
  failed: string,
): Promise<boolean> {
  try {
    const answer = await askServer(ports, userId, path, init);
    // An HTML page with status 200, for example from a captive portal, is not an answer from the server.
    await answer.json();
    return true;
  } catch (error) {
    if (!(error instanceof RefusedCall) && (await isOffline(store))) showToast(ONLINE_TEXTS.nothingDone);
    else showError(failed);
    return false;
  }
}
