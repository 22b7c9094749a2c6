import { useMemo } from 'react';
import { BetaAdminAnswer, ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import { showToast } from '../../components/toast-store.ts';
import { actOnline } from '../../online/act-online.ts';
import type { OnlineListSource } from '../../online/online-list.ts';
import { useOnlineList } from '../../online/use-online-list.ts';
import { useOnlineAccount } from '../../sync/online-account.ts';
import { TEXTS } from './texts.ts';

const { path: PATH } = ONLINE_CALLS['admin.betaAccess'];
const BETA_ACCESS: OnlineListSource<BetaAdminAnswer> = { name: 'admin.betaAccess', path: PATH, row: BetaAdminAnswer, single: true };

/** Whether the answer contains both lists completely. */
const isWhole = ({ waitlist, betaAccess, waitlistCount, betaAccessCount }: BetaAdminAnswer) =>
  waitlist.length >= (waitlistCount ?? 0) && betaAccess.length >= (betaAccessCount ?? 0);

/**
 * Waitlist and beta testers as last read, with the admin's actions. Each action resolves with whether it succeeded.
 * @param search part of an address; sent to the server only if its answer did not contain the complete lists
 */
export function useBetaAccess(search: string) {
  const account = useOnlineAccount();
  const list = useOnlineList(BETA_ACCESS);
  const [first] = list.rows ?? [];
  const words = search.trim();
  const source = useMemo((): OnlineListSource<BetaAdminAnswer> => {
    if (words === '' || !first || isWhole(first)) return BETA_ACCESS;
    const path = `${PATH}?${new URLSearchParams({ search: words })}` as const;
    return { ...BETA_ACCESS, name: path, cachedAs: 'admin.betaAccess.found', path };
  }, [words, first]);
  const found = useOnlineList(source);
  const refresh = () => {
    list.refresh();
    if (source !== BETA_ACCESS) found.refresh();
  };

  const send = async (path: string, init: RequestInit, failed: string): Promise<boolean> => {
    const done = await actOnline(account, path, init, failed);
    if (done) refresh();
    return done;
  };
  const grant = (email: string) =>
    send(
      ONLINE_CALLS['admin.grant'].path,
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email }) },
      TEXTS.addFailed,
    );
  const remove = async (email: string) => {
    const path = ONLINE_CALLS['admin.remove'].path.replace('{email}', encodeURIComponent(email));
    const done = await send(path, { method: 'DELETE' }, TEXTS.removeFailed);
    if (done) showToast({ description: TEXTS.removed(email), action: { label: TEXTS.undo, run: () => void grant(email) } });
    return done;
  };
  const whole = first !== undefined && isWhole(first);
  const answered = words === '' || whole || found.readHere;
  const asked = answered ? 'answered' : found.failure ? 'failed' : 'asking';
  return { list: { ...list, refresh }, found: found.readHere ? found.rows?.[0] : undefined, whole, asked, grant, remove } as const;
}
