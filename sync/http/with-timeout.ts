import { anySignal } from '../ports/any-signal.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * Runs `work` with a signal that aborts after `ms`, or with `stop`, so that a stalled connection cannot block forever.
 */
export async function withTimeout<T>(
  ports: Pick<Ports, 'sleep'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const over = new AbortController();
  const done = new AbortController();
  void ports.sleep(ms, done.signal).then(() => done.signal.aborted || over.abort());
  try {
    return await work(stop ? anySignal(stop, over.signal) : over.signal);
  } finally {
    done.abort();
  }
}
