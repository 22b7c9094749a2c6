import { KeepKeyAnswer, KeepKeyPair, type KeepKeyReturn } from '../api/contract/online-calls.ts';
import { feedName, USER_HEADER } from '../api/contract/sync-protocol.ts';
import type { Ports } from './ports.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Store } from './store.ts';
import { withinTime } from './within-time.ts';

/** A pending request delays the recovery of files in all tabs. */
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

/**
 * Gives a pair back to a server that was restored to before it was made.
 * @returns the pair; `refused` where the server cannot open it, `not-yet` where it answers anything else, `no-answer` where
 *   it cannot be reached
 */
export async function returnKeepKey(ports: Ports, userId: string, sent: KeepKeyReturn): Promise<KeepKeyPair | 'refused' | 'not-yet' | 'no-answer'> {
  const ask = async (signal: AbortSignal) => {
    const response = await ports.fetch(
      new Request(`${ports.origin}/api/auth/keep-key`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', [USER_HEADER]: userId },
        body: JSON.stringify(sent),
        credentials: 'include',
        signal,
      }),
    );
    // An answer of a proxy is not always JSON.
    const body = (await response.json().catch(() => null)) as { code?: unknown } | null;
    return { status: response.status, body };
  };
  const answered = await withinTime(ports, PATIENCE_MS, ask).catch(() => null);
  if (!answered) return 'no-answer';
  if (answered.status === 400 && answered.body?.code === 'invalid') return 'refused';
  const parsed = KeepKeyPair.safeParse(answered.body);
  return parsed.success && isSameKey(parsed.data.publicKey, sent.publicKey) ? parsed.data : 'not-yet';
}

export const isSameKey = (a: JsonWebKey, b: JsonWebKey): boolean => a.x === b.x && a.y === b.y;

/** All pairs that the server has of this person. */
export const pairsOf = (keys: KeepKeyAnswer): KeepKeyPair[] => [keys, ...(keys.others ?? [])];

/**
 * Has the public key on the device, so that work can be locked offline too. The private one is never written down, but
 * its copy that only the server can open is: a server that was restored to before the pair was made gets it back. If it
 * cannot open that, another pair takes its place, and its person is told.
 */
export async function ensureKeepKey(store: Store, ports: Ports): Promise<void> {
  const [keepKey, held, own] = await Promise.all([
    readSetting(store, 'keepKey'),
    readSetting(store, 'keepKeyHeld'),
    store.cursors.get(feedName('own', store.userId)),
  ]);
  const epoch = own?.cursor.epoch ?? null;
  if (keepKey && held?.epoch === epoch) return;
  const keys = await fetchKeepKey(ports, store.userId);
  if (!keys) return;
  let pair: KeepKeyPair | undefined = keepKey ? pairsOf(keys).find(({ publicKey }) => isSameKey(publicKey, keepKey)) : keys;
  if (!pair && keepKey && held?.wrapped) {
    const { kty, crv, x, y } = keepKey;
    const returned = await returnKeepKey(ports, store.userId, { publicKey: { kty, crv, x, y } as KeepKeyReturn['publicKey'], wrapped: held.wrapped });
    if (returned === 'no-answer' || returned === 'not-yet') return;
    if (returned !== 'refused') pair = returned;
  }
  if (!pair) await writeSetting(store, 'keepKeyReplacedAt', ports.now());
  const { publicKey, wrapped = null } = pair ?? keys;
  // An older server answers without the wrapped copy.
  const ownCopy = keepKey && isSameKey(publicKey, keepKey) ? (held?.wrapped ?? null) : null;
  await writeSetting(store, 'keepKey', publicKey);
  await writeSetting(store, 'keepKeyHeld', { wrapped: wrapped ?? ownCopy, epoch });
}
