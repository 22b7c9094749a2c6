import { KeepKeyAnswer, KeepKeyPair, type KeepKeyReturn } from '../../api/contract/online-calls.ts';
import { feedName, USER_HEADER } from '../../api/contract/sync-protocol.ts';
import type { Ports } from '../ports/ports.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { withTimeout } from '../http/with-timeout.ts';

/** Short, because a pending request delays the recovery of files in all tabs. */
const PATIENCE_MS = 30_000;

/**
 * The key pairs of the signed-in person.
 * @returns the pairs; `not-yet` on any other answer, even a proxy's, `no-answer` when the server cannot be reached or
 *   this person is not signed in
 */
export async function fetchKeyPairs(ports: Ports, userId: string): Promise<KeepKeyAnswer | 'not-yet' | 'no-answer'> {
  const ask = async (signal: AbortSignal) => {
    const response = await ports.fetch(
      new Request(`${ports.origin}/api/auth/keep-key`, {
        headers: { Accept: 'application/json', [USER_HEADER]: userId },
        credentials: 'include',
        cache: 'no-store',
        signal,
      }),
    );
    return { status: response.status, body: response.ok ? await response.json().catch(nullUnlessCutOff) : null };
  };
  const answered = await withTimeout(ports, PATIENCE_MS, ask).catch(() => null);
  if (!answered || answered.status === 401) return 'no-answer';
  const parsed = KeepKeyAnswer.safeParse(answered.body);
  return parsed.success && parsed.data.userId === userId ? parsed.data : 'not-yet';
}

/**
 * Returns a key pair to a server whose backup is older than the pair.
 * @returns the pair; `refused` when the server cannot open it, `not-yet` on any other answer, `no-answer` when it
 *   cannot be reached
 */
export async function returnKeyPair(
  ports: Ports,
  userId: string,
  sent: KeepKeyReturn,
): Promise<KeepKeyPair | 'refused' | 'not-yet' | 'no-answer'> {
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
    const body = (await response.json().catch(nullUnlessCutOff)) as { code?: unknown } | null;
    return { status: response.status, body };
  };
  const answered = await withTimeout(ports, PATIENCE_MS, ask).catch(() => null);
  if (!answered) return 'no-answer';
  if (answered.status === 400 && answered.body?.code === 'invalid') return 'refused';
  const parsed = KeepKeyPair.safeParse(answered.body);
  return parsed.success && isSameKey(parsed.data.publicKey, sent.publicKey) ? parsed.data : 'not-yet';
}

/**
 * Null for an answer that is not JSON, such as a proxy's page.
 * @throws the error of an answer that was cut off
 */
function nullUnlessCutOff(error: unknown): null {
  if (error instanceof SyntaxError) return null;
  throw error;
}

export const isSameKey = (a: JsonWebKey, b: JsonWebKey): boolean => a.x === b.x && a.y === b.y;

/** All pairs that the server has for this person. */
export const pairsOf = (keys: KeepKeyAnswer): KeepKeyPair[] => [keys, ...(keys.others ?? [])];

/**
 * Keeps the public key on the device, so that work can be sealed offline. Of the private key it
 * keeps only a wrapped copy, which the device returns to a server whose backup is older than the pair. If the server
 * cannot unwrap that copy, a new pair replaces the old one and the person is informed.
 */
export async function ensureLockKey(store: Store, ports: Ports): Promise<void> {
  const [keepKey, held, own] = await Promise.all([
    readSetting(store, 'keepKey'),
    readSetting(store, 'keepKeyHeld'),
    store.cursors.get(feedName('own', store.userId)),
  ]);
  const epoch = own?.cursor.epoch ?? null;
  if (keepKey && held?.epoch === epoch) return;
  const keys = await fetchKeyPairs(ports, store.userId);
  if (keys === 'no-answer' || keys === 'not-yet') return;
  let pair: KeepKeyPair | undefined = keepKey ? pairsOf(keys).find(({ publicKey }) => isSameKey(publicKey, keepKey)) : keys;
  if (!pair && keepKey && held?.wrapped) {
    const { kty, crv, x, y } = keepKey;
    const returned = await returnKeyPair(ports, store.userId, {
      publicKey: { kty, crv, x, y } as KeepKeyReturn['publicKey'],
      wrapped: held.wrapped,
    });
    if (returned === 'no-answer' || returned === 'not-yet') return;
    if (returned !== 'refused') pair = returned;
  }
  if (!pair) await writeSetting(store, 'keepKeyReplacedAt', ports.now());
  const { publicKey, wrapped = null } = pair ?? keys;
  // Older servers answer without the wrapped copy.
  const ownCopy = keepKey && isSameKey(publicKey, keepKey) ? (held?.wrapped ?? null) : null;
  await writeSetting(store, 'keepKey', publicKey);
  await writeSetting(store, 'keepKeyHeld', { wrapped: wrapped ?? ownCopy, epoch });
}
