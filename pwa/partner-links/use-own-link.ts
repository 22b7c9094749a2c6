import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PartnerLink } from '../../api/contract/partner-links.ts';
import type { SettingValues } from '../../sync/store/setting-values.ts';
import { readSetting } from '../../sync/store/settings.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { RefusedCall } from '../online/ask-server.ts';
import { ONLINE_TEXTS } from '../online/texts.ts';
import { isOffline } from '../sync/is-offline.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { checkLink, renewLink, revokeLink } from './ready-link.ts';
import { LINK_TEXTS as TEXTS } from './texts.ts';

export interface OwnLink {
  /** Undefined while it is read, null if this device has none. */
  link: SettingValues['partnerLink'] | null | undefined;
  others: readonly PartnerLink[];
  /** Whether the server has said that no one has used the link. */
  check: 'asking' | 'checked' | 'offline' | 'failed';
  checkAgain: () => Promise<void>;
  renew: () => Promise<void>;
  revoke: (id: string) => Promise<void>;
}

/** The link that this device shows, and the person's others. */
export function useOwnLink(): OwnLink {
  const store = useStore();
  const ports = usePorts();
  const device = useMemo(() => ({ store, ports }), [store, ports]);
  const link = useLive(async () => (await readSetting(store, 'partnerLink')) ?? null, [store]);
  // Whoever uses the link makes one.
  const friendships = useLive(() => store.view('friendships').count(), [store]);
  const [others, setOthers] = useState<readonly PartnerLink[]>([]);
  const [check, setCheck] = useState<OwnLink['check']>('asking');

  const checkAgain = useCallback(async () => {
    try {
      setOthers(await checkLink(device));
      setCheck('checked');
    } catch (error) {
      setCheck(error instanceof RefusedCall ? 'failed' : 'offline');
    }
  }, [device]);
  useEffect(() => {
    const look = () => void checkAgain();
    if (friendships !== undefined) look();
    addEventListener('online', look);
    return () => removeEventListener('online', look);
  }, [checkAgain, friendships]);

  const act = async (work: () => Promise<void>, done: string, failed: string) => {
    try {
      await work();
      showToast({ description: done });
    } catch (error) {
      if (!(error instanceof RefusedCall) && (await isOffline(store))) showToast(ONLINE_TEXTS.nothingDone);
      else showError(failed);
    }
    await checkAgain();
  };
  return {
    link,
    others,
    check,
    checkAgain,
    renew: () => act(() => renewLink(device), TEXTS.renewed, TEXTS.renewFailed),
    revoke: (id) => act(() => revokeLink(device, id), TEXTS.revoked, TEXTS.revokeFailed),
  };
}
