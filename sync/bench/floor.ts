import { Dexie, liveQuery } from 'dexie';
import type { FeedPage, PullAnswer } from '../../api/contract/sync-protocol.ts';
import { enter, LIST, seenIn, userId } from './contender.ts';

const ENVELOPE = 50;

/**
 * The minimum: fetch, and `bulkPut` into tables with the indexes the screens need. No persistent queue, no pending
 * changes, no second tab, no crash safety. Any time above this is the cost of correctness.
 */
enter({
  async openDevice(name) {
    const db = new Dexie(`floor-${name}`);
    db.version(1).stores({
      videos: 'id, feed, live, deletedAt, [shelf+live], [dogId+live], [dogId+day], [feed+live]',
      sets: 'id, feed, videoId, live',
    });
    await db.open();
    const videos = db.table<{ id: string; title: string }, string>('videos');
    const cursors: Record<string, FeedPage['cursor']> = {};
    let unsent: string[] = [];
    let follows = false;

    async function pull() {
      for (;;) {
        const { pages } = (await post('/api/sync', { version: 1, cursors })) as PullAnswer;
        for (const { feed, cursor, entries } of pages) {
          const sets = entries.flatMap(({ entity, row }) => (entity === 'sets' && row ? [{ ...row, feed, live: '' }] : []));
          if (sets.length > 0) await db.table('sets').bulkPut(sets);
          await videos.bulkPut(entries.flatMap(({ entity, row }) => (entity === 'videos' && row ? [indexed(row, feed)] : [])));
          cursors[feed] = cursor;
        }
        if (!pages.some(({ more }) => more)) return videos.count();
      }
    }
    async function send() {
      for (; unsent.length > 0; unsent = unsent.slice(ENVELOPE)) {
        const operations = unsent.slice(0, ENVELOPE).map((title) => {
          const payload = { id: crypto.randomUUID(), title, description: '' };
          return { key: crypto.randomUUID(), call: 'videos.create', params: {}, payload };
        });
        await post('/api/batch', { version: 1, operations });
      }
    }
    return {
      pull,
      send,
      async write(titles) {
        unsent.push(...titles);
        if (follows) await send();
      },
      async follow() {
        follows = true;
        const events = new EventSource('/api/events');
        await new Promise((opened) => events.addEventListener('open', opened, { once: true }));
        events.addEventListener('poke', () => void pull());
      },
      sees: (title) =>
        seenIn(
          title,
          liveQuery(() => videos.orderBy('live').reverse().limit(LIST).toArray()),
        ),
    };
  },
});

const indexed = (row: Record<string, unknown>, feed: string) => {
  const trainedAt = String(row['trainedAt']);
  return { ...(row as { id: string; title: string }), feed, shelf: 'mine', live: trainedAt, day: trainedAt.slice(0, 10) };
};

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Longline-User': userId },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
