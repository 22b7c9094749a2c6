import { anySignal } from './any-signal.ts';
import type { Ports } from './ports.ts';

/** Runs `work` with a signal that ends it after `ms`, or with `stop`: a line that falls silent must hold nobody for ever. */
export async function withinTime<T>(
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
