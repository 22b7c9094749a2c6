import type { Ports } from '../ports/ports.ts';

/** The channel that tells a person's other tabs that their work is about to be sealed or cleared. */
export const leavingChannel = (userId: string): BroadcastChannel => new BroadcastChannel(`longline-leaving-${userId}`);

/** Name of the Web Lock that a page holds in shared mode while one of its forms has unstored text. */
export const unwrittenLock = (userId: string): string => `longline-unwritten-${userId}`;

/** How long to wait for other tabs. A frozen tab cannot answer; when it wakes, the cleared store refuses its writes. */
const WRITE_MS = 2_000;

/**
 * Tells the other tabs of a person that their work is about to be sealed or cleared, and waits until they have stored
 * their latest text (R193), for at most two seconds.
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
