import { liveQuery } from 'dexie';
import type { Ports } from '../ports/ports.ts';
import { readFacts } from './row-sync.ts';
import type { SendFailure } from '../store/failure.ts';
import type { Store } from '../store/store.ts';

export interface RefusedAnswer {
  state: 'refused';
  /** Null if an earlier version of the app stored none. */
  failure: SendFailure | null;
}

export type Answer =
  | { state: 'confirmed' }
  | RefusedAnswer
  /** No answer yet: the change is safe on this device and will sync automatically. */
  | { state: 'waiting' };

/** Longest time to show a pending label (R35). */
const ANSWER_WAIT_MS = 4_000;

/**
 * The server's answer to one queued change, if it arrives soon; `waiting` at once when the server is unreachable.
 * @param key of the record that carries the change
 */
export async function awaitAnswer(store: Store, ports: Pick<Ports, 'sleep'>, key: string): Promise<Answer> {
  const enough = new AbortController();
  const { signal } = enough;
  try {
    return await Promise.race([
      firstAnswer(store, key, true, signal),
      ports.sleep(ANSWER_WAIT_MS, signal).then((): Answer => ({ state: 'waiting' })),
    ]);
  } finally {
    enough.abort();
  }
}

/** Resolves with the refusal once the server refuses the change, and with null once it accepts it, however late. */
export async function awaitRefusal(store: Store, key: string): Promise<RefusedAnswer | null> {
  const answer = await firstAnswer(store, key, false);
  return answer.state === 'refused' ? answer : null;
}

function firstAnswer(store: Store, key: string, onlyWhileReachable: boolean, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const watch = liveQuery(async (): Promise<Answer | null> => {
      const record = await store.outbox.get({ key });
      if (!record) return { state: 'confirmed' };
      if (record.state === 'refused') return { state: 'refused', failure: record.lastError };
      if (!onlyWhileReachable) return null;
      const { reachable, paused } = await readFacts(store);
      return reachable && !paused ? null : { state: 'waiting' };
    }).subscribe({
      next: (answer) => answer && end(answer),
      // The store was closed because its person signed out.
      error: () => end({ state: 'waiting' }),
    });
    const end = (answer: Answer) => {
      resolve(answer);
      watch.unsubscribe();
    };
    signal?.addEventListener('abort', () => end({ state: 'waiting' }), { once: true });
  });
}
