import type { Ports } from '../ports/ports.ts';

/** Tells the other tabs of a person that their store is about to be sealed or cleared. */
export const leavingChannel = (userId: string): BroadcastChannel => new BroadcastChannel(`longline-leaving-${userId}`);

/** Web Lock that a page shares while something typed into one of its forms is not stored yet. */
export const unwrittenLock = (userId: string): string => `longline-unwritten-${userId}`;

/** A frozen tab cannot answer. When it wakes, its store is cleared and refuses what it writes. */
const WRITE_MS = 2_000;

/**
 * Tells the other tabs of a person that their work is about to be sealed or cleared, and waits until they have stored what
 * was typed a moment ago (R193), for two seconds at most.
 */
export async function announceLeaving(
  channel: Pick<BroadcastChannel, 'postMessage'>,
  userId: string,
  ports: Pick<Ports, 'lock' | 'sleep'>,
): Promise<void> {
  channel.postMessage('leaving');
  const ended = new AbortController();
  const written = ports.lock(unwrittenLock(userId), () => Promise.resolve(), { signal: ended.signal }).catch(() => undefined);
  await Promise.race([written, ports.sleep(WRITE_MS, ended.signal)]);
  ended.abort();
}
