import { useEffect } from 'react';
import { type DataExport, type ExportRequest, ExportState } from '../../api/contract/data-export.ts';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { actOnline } from '../online/act-online.ts';
import type { OnlineListSource } from '../online/online-list.ts';
import { useOnlineList } from '../online/use-online-list.ts';
import { useOnlineAccount } from '../sync/online-account.ts';
import { EXPORT_TEXTS as TEXTS } from './texts.ts';

const { path: PATH } = ONLINE_CALLS['export.state'];
const SOURCE: OnlineListSource<ExportState> = { name: 'export.state', path: PATH, row: ExportState, single: true };
/** How often a visible screen looks how far the server is. */
const LOOK_EVERY_MS = 3_000;

/** Where a part can be downloaded. @param number from 1 */
export const partPath = (number: number): string => `${PATH}/${number}`;

/** The export by the server: what is known of it, and what changes it. Each change says whether it was made. */
export function useExport() {
  const account = useOnlineAccount();
  const list = useOnlineList(SOURCE);
  const { rows, refresh } = list;
  const state = rows?.[0] ?? null;
  const isPreparing = state?.export?.state === 'preparing';
  useEffect(() => {
    if (!isPreparing) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isPreparing, refresh]);

  const act = async (init: RequestInit, failed: string): Promise<boolean> => {
    const isMade = await actOnline(account, PATH, init, failed);
    // Also after a failure: an answer that was lost may have changed something.
    refresh();
    return isMade;
  };
  return {
    list,
    state,
    prepare: (request: ExportRequest) =>
      act({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) }, TEXTS.prepareFailed),
    discard: ({ state: is }: DataExport) => act({ method: 'DELETE' }, is === 'preparing' ? TEXTS.cancelFailed : TEXTS.discardFailed),
  };
}
