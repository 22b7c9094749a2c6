import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PartnerLink } from '../../api/contract/partner-links.ts';
import type { ReadyLink } from '../../sync/store/setting-values.ts';
import { readSetting } from '../../sync/store/settings.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { RefusedCall } from '../online/ask-server.ts';
import { ONLINE_TEXTS } from '../online/texts.ts';
import { isOffline } from '../sync/is-offline.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { isUsable } from './link-age.ts';
import { checkLink, markLink, renewLink, revokeLink } from './ready-link.ts';
import { LINK_TEXTS as TEXTS } from './texts.ts';

/** Without signal, some networks answer nothing for minutes. */
const PATIENCE_MS = 2_000;

export interface OwnLink {
  /** Undefined while it is read, null if this device has none that can be shown. */
  link: ReadyLink | null | undefined;
  others: readonly PartnerLink[];
  /** Whether the server has said that no one has used the link. `slow`: it has not answered for a moment. */
  check: 'asking' | 'slow' | 'checked' | 'offline' | 'failed';
  checkAgain: () => Promise<void>;
  renew: () => Promise<void>;
  revoke: (id: string) => Promise<void>;
  /** Call this when the link was sent to someone. */
  shared: () => void;
}

/** The link that this device shows, and the person's others. */
export function useOwnLink(): OwnLink {
  const store = useStore();
  const ports = usePorts();
  const device = useMemo(() => ({ store, ports }), [store, ports]);
  const link = useLive(async () => {
    const held = await readSetting(store, 'partnerLink');
    return held && isUsable(held, ports.now()) ? held : null;
  }, [store, ports]);
  // Each use of the link makes or replaces one.
  const friendships = useLive(
    async () => (await store.view('friendships').toArray()).map(({ id, version }) => `${id} ${version}`).join(),
    [store],
  );
  const [others, setOthers] = useState<readonly PartnerLink[]>([]);
  const [check, setCheck] = useState<OwnLink['check']>('asking');

  const checkAgain = useCallback(async () => {
    try {
      setOthers(await checkLink(device));
      setCheck('checked');
    } catch (error) {
      setCheck(error instanceof RefusedCall ? 'failed' : 'offline');
    }
    await markLink(device, 'wasShown');
  }, [device]);
  useEffect(() => {
    const timer = setTimeout(() => {
      setCheck((before) => (before === 'asking' ? 'slow' : before));
      void markLink(device, 'wasShown');
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
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
    shared: () => void markLink(device, 'wasShared'),
  };
}
