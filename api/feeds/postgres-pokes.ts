import { setMaxListeners } from 'node:events';
import { sql } from 'drizzle-orm';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { listenForNotices } from './listen-for-notices.ts';
import { createPokeListeners, type PokeHub } from './poke-hub.ts';

const CHANNEL = 'longline_pokes';
// PostgreSQL accepts payloads under 8,000 bytes; an access topic, the longest name, has 43 characters, and a comma follows.
const NAMES_PER_NOTICE = 150;

/**
 * Carries pokes between replicas by LISTEN/NOTIFY. Feeds that move while a notice is being sent share the next one, so
 * a busy server sends few. A lost notice only costs time: devices also pull on their own.
 */
export async function createPostgresPokes({ db, url }: { db: Database; url: string }, log: Log): Promise<PokeHub> {
  const listeners = createPokeListeners();
  const waiting = new Set<string>();
  const closing = new AbortController();
  // Every open stream listens to this signal.
  setMaxListeners(0, closing.signal);
  let sending: Promise<void> | null = null;

  async function send() {
    while (waiting.size > 0) {
      const names = [...waiting].slice(0, NAMES_PER_NOTICE);
      for (const name of names) waiting.delete(name);
      try {
        await db.execute(sql`select pg_notify(${CHANNEL}, ${names.join(',')})`);
      } catch (error) {
        if (isDatabaseUnavailable(error)) log.warn({ feeds: names.length }, 'A poke was lost: the database is unavailable');
        else log.warn({ err: error }, 'A poke could not be sent');
      }
    }
    sending = null;
  }

  const stopListening = await listenForNotices(url, CHANNEL, {
    onNotice: (payload) => listeners.tell(payload.split(',')),
    // Any feed may have moved while the connection was down.
    onListening: () => listeners.tellAll(),
    onLost: (error) => log.warn({ err: error }, 'The connection for pokes from other replicas was lost; reconnecting'),
  });
  return {
    publish(feeds) {
      for (const feed of feeds) waiting.add(feed);
      if (waiting.size > 0) sending ??= send();
    },
    subscribe: (feeds, listener) => listeners.subscribe(feeds, listener),
    closed: closing.signal,
    async close() {
      closing.abort();
      await sending;
      listeners.clear();
      await stopListening();
    },
  };
}
