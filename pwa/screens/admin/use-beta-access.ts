import { BetaAdminAnswer, ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import { showError, showToast } from '../../components/toast-store.ts';
import type { OnlineListSource } from '../../online/online-list.ts';
import { useOnlineList } from '../../online/use-online-list.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { TEXTS } from './texts.ts';

const BETA_ACCESS: OnlineListSource<BetaAdminAnswer> = {
  name: 'admin.betaAccess',
  path: '/api/admin/beta-access',
  row: BetaAdminAnswer,
  single: true,
};

/** Waitlist and beta testers as last read, and what an admin does about them. Each act resolves with whether it was done. */
export function useBetaAccess() {
  const ports = usePorts();
  const list = useOnlineList(BETA_ACCESS);

  const send = async (path: string, init: RequestInit, failed: string): Promise<boolean> => {
    const request = new Request(ports.origin + path, { ...init, credentials: 'include' });
    const done = await ports.fetch(request).then(({ ok }) => ok, () => false);
    if (done) list.refresh();
    else showError(failed);
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
  return { list, grant, remove };
}
