import PouchDB from 'pouchdb-browser';
import { enter, seenIn, userId } from '../contender.ts';

/** Ten times PouchDB's default, which makes it faster. */
const BATCH = { batch_size: 1000 };

/** Unmodified PouchDB against express-pouchdb on LevelDB: one document per session, one database per person. */
enter({
  async openDevice(name) {
    const db = new PouchDB(`pouchdb-${name}`);
    await db.info();
    const remote = new PouchDB(`${location.origin}/pouch/person-${userId}`, { skip_setup: true });
    return {
      async pull() {
        const { ok, errors } = await db.replicate.from(remote, BATCH);
        if (!ok || errors.length > 0) throw new Error(JSON.stringify(errors));
        return (await db.info()).doc_count;
      },
      async write(titles) {
        // One after the other, as a person would create them.
        for (const title of titles) await db.put({ _id: crypto.randomUUID(), title, description: '', trainedAt: new Date().toISOString() });
      },
      async send() {
        const { ok, errors } = await db.replicate.to(remote, BATCH);
        if (!ok || errors.length > 0) throw new Error(JSON.stringify(errors));
      },
      async follow() {
        const sync = db.sync(remote, { live: true, retry: true });
        await new Promise((paused) => sync.once('paused', paused));
      },
      sees: (title) =>
        seenIn(title, {
          subscribe(next) {
            const changes = db.changes({ live: true, since: 'now', include_docs: true });
            changes.on('change', ({ doc }) => next([doc]));
            return { unsubscribe: () => changes.cancel() };
          },
        }),
    };
  },
});
