import { KeepKeyAnswer } from '../api/contract/online-calls.ts';
import { USER_HEADER } from '../api/contract/sync-protocol.ts';
import type { Ports } from './ports.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Store } from './store.ts';
import { withinTime } from './within-time.ts';

/** Whoever asks holds up the recovery of files in all tabs. */
const PATIENCE_MS = 30_000;

/** The pair of keys of the person signed in; null when the server cannot be reached or says no. */
export async function fetchKeepKey(ports: Ports, userId: string): Promise<KeepKeyAnswer | null> {
  const ask = async (signal: AbortSignal): Promise<unknown> => {
    const response = await ports.fetch(
      new Request(`${ports.origin}/api/auth/keep-key`, {
        headers: { Accept: 'application/json', [USER_HEADER]: userId },
        credentials: 'include',
        cache: 'no-store',
        signal,
      }),
    );
    return response.ok ? response.json() : null;
  };
  const parsed = KeepKeyAnswer.safeParse(await withinTime(ports, PATIENCE_MS, ask).catch(() => null));
  return parsed.success && parsed.data.userId === userId ? parsed.data : null;
}

/** Has the public key on the device, so that work can be locked offline too. The private one is never written down. */
export async function ensureKeepKey(store: Store, ports: Ports): Promise<void> {
  if (await readSetting(store, 'keepKey')) return;
  const keys = await fetchKeepKey(ports, store.userId);
  if (keys) await writeSetting(store, 'keepKey', keys.publicKey);
}
