import type { Ports } from '../ports/ports.ts';

/** Runs `work` with a signal that aborts when `work` has not called `moved` for `patienceMs`. */
export async function withStallTimeout<T>(
  ports: Pick<Ports, 'now' | 'sleep'>,
  patienceMs: number,
  work: (silent: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  const silent = new AbortController();
  const done = new AbortController();
  let movedAt = ports.now();
  const watch = async () => {
    for (;;) {
      const left = movedAt + patienceMs - ports.now();
      if (left <= 0) return silent.abort();
      await ports.sleep(left, done.signal);
      if (done.signal.aborted) return;
    }
  };
  watch().catch(() => silent.abort());
  try {
    return await work(silent.signal, () => {
      movedAt = ports.now();
    });
  } finally {
    done.abort();
  }
}
