import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo } from '../db/postgres-pool.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

export interface NoticeListener {
  onNotice(payload: string): void;
  /** LISTEN is active. Notices sent since the previous connection ended are lost. */
  onListening(): void;
  /** The connection ended or failed. The next attempt follows automatically. */
  onLost(error: unknown): void;
}

/**
 * Listens to one channel over its own connection, and reconnects whenever that ends. Resolves after the first attempt,
 * successful or not.
 * @returns stops listening
 */
export async function listenForNotices(url: string, channel: string, listener: NoticeListener): Promise<() => Promise<void>> {
  const closing = new AbortController();
  let hasTried = () => {};
  const firstTry = new Promise<void>((resolve) => (hasTried = resolve));

  async function run() {
    let waitMs = FIRST_WAIT_MS;
    while (!closing.signal.aborted) {
      try {
        await hear(() => {
          waitMs = FIRST_WAIT_MS;
          listener.onListening();
          hasTried();
        });
      } catch (error) {
        listener.onLost(error);
      }
      hasTried();
      await wait(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    }
  }

  /** Resolves only when closed; otherwise rejects. */
  async function hear(onListening: () => void): Promise<void> {
    const client = new pg.Client(connectionTo(url));
    const end = () => void client.end();
    closing.signal.addEventListener('abort', end);
    const ended = new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.once('end', resolve);
    });
    // The first of these promises to fail is awaited. The other fails for the same reason.
    ended.catch(() => undefined);
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => listener.onNotice(payload));
      await client.query(`listen ${channel}`);
      onListening();
      await ended;
    } finally {
      closing.signal.removeEventListener('abort', end);
      end();
    }
  }

  const ended = run();
  await firstTry;
  return async () => {
    closing.abort();
    await ended;
  };
}
