import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { Subject } from 'rxjs';
import { enter, LIST, seenIn, userId } from '../contender.ts';

/**
 * RxDB takes a page that is smaller than this for the last one. The API's pages hold 1,000 entries, a few of them not
 * sessions.
 */
const PULL_BATCH = 990;
const PUSH_BATCH = 50;

const text = { type: 'string' };
const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 36 },
    trainedAt: { type: 'string', maxLength: 30 },
    ...Object.fromEntries(['ownerId', 'title', 'description', 'thumbnailUrl', 'trainedZone', 'createdAt', 'updatedAt'].map((name) => [name, text])),
    ...Object.fromEntries(['dogId', 'videoUrl', 'mediaType', 'deletedAt'].map((name) => [name, { type: ['string', 'null'] }])),
    shared: { type: 'boolean' },
    version: { type: 'number' },
  },
  required: ['id', 'trainedAt'],
  indexes: ['trainedAt'],
};

/** RxDB with its free browser storage and its HTTP replication, against the same calls as our engine. */
enter({
  async openDevice(name) {
    const db = await createRxDatabase({ name: `rxdb-${name}`, storage: getRxStorageDexie(), multiInstance: false });
    const { sessions } = await db.addCollections({ sessions: { schema } });
    let pulling;
    const pull = () => ({ handler: readPage, batchSize: PULL_BATCH, stream$: new Subject() });
    const push = { handler: sendRows, batchSize: PUSH_BATCH };
    const replicate = (replicationIdentifier, options) => {
      const replication = replicateRxCollection({ collection: sessions, replicationIdentifier, waitForLeadership: false, autoStart: true, ...options });
      replication.error$.subscribe((error) => console.error(error));
      return replication;
    };
    return {
      async pull() {
        if (pulling) {
          pulling.reSync();
          await pulling.awaitInSync();
        } else {
          pulling = replicate('pull', { pull: pull(), live: true });
          await pulling.awaitInitialReplication();
        }
        return sessions.count().exec();
      },
      async write(titles) {
        const at = new Date().toISOString();
        const rows = titles.map((title) => ({ id: crypto.randomUUID(), title, description: '', trainedAt: at }));
        // One after the other, as a person would create them.
        for (const row of rows) await sessions.insert(row);
      },
      async send() {
        await replicate('push', { push, live: false }).awaitInitialReplication();
      },
      async follow() {
        const news = pull();
        const events = new EventSource('/api/events');
        await new Promise((opened) => events.addEventListener('open', opened, { once: true }));
        events.addEventListener('poke', () => news.stream$.next('RESYNC'));
        await replicate('live', { pull: news, push, live: true }).awaitInSync();
      },
      sees: (title) => seenIn(title, sessions.find({ selector: {}, sort: [{ trainedAt: 'desc' }], limit: LIST }).$),
    };
  },
});

async function readPage(cursors) {
  const { pages } = await post('/api/sync', { version: 1, cursors: cursors ?? {} });
  const entries = pages.flatMap((page) => page.entries).filter(({ entity, row }) => entity === 'videos' && row);
  return {
    checkpoint: { ...cursors, ...Object.fromEntries(pages.map(({ feed, cursor }) => [feed, cursor])) },
    documents: entries.map(({ row }) => ({ ...row, _deleted: row.deletedAt !== null })),
  };
}

async function sendRows(rows) {
  const operations = rows.map(({ newDocumentState: { id, title, description, trainedAt } }) => ({
    key: crypto.randomUUID(),
    call: 'videos.create',
    params: {},
    payload: { id, title, description, trainedAt },
  }));
  await post('/api/batch', { version: 1, operations });
  return [];
}

async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Longline-User': userId },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
