import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { findUserByEmail } from '../auth/user-of-email.ts';
import { listErasures } from '../backup/list-erasures.ts';
import { foldEmail } from '../contract/text.ts';
import type { Database } from '../db/database.ts';
import { findServerRun } from '../db/server-run.ts';
import { users } from '../db/tables/people.ts';
import { createLocalPokes } from '../feeds/poke-hub.ts';
import { createPostgresPokes } from '../feeds/postgres-pokes.ts';
import { silentLog } from '../log.ts';
import { bindMediaStore } from '../media/maintenance/bind-store.ts';
import { takeLease } from '../media/ports/lease.ts';
import { openMediaStore } from '../media/media.ts';
import { operatorCommand } from '../operator-command.ts';
import { beginErasure } from './begin-erasure.ts';
import { eraseAccount } from './erase-account.ts';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * `npm run erase -- ADDRESS`: erases the account with this address, or with this id if it has none. Exits with 1 if there
 * is none, or if the erasure is not yet in the list of each folder of backups.
 */
await operatorCommand(async (db, settings, url) => {
  const [who, ...others] = process.argv.slice(2);
  const userId = who === undefined || others.length > 0 ? null : await findAccount(db, who);
  if (userId === null) {
    process.stderr.write(who === undefined || others.length > 0 ? 'npm run erase -- ADDRESS\n' : 'No account matches.\n');
    return 1;
  }
  const pokes = url === null ? createLocalPokes() : await createPostgresPokes({ db, url }, silentLog);
  try {
    const store = await openMediaStore({ env: settings, db });
    const newId = () => randomUUID();
    await bindMediaStore({ db, store, env: settings, newId });
    const services = { db, store, pokes, newId, now: () => new Date(), serverRun: await findServerRun(db) };
    await beginErasure(services, userId);
    const unlisted = await listErasures(db);
    const lease = await takeLease({ db, newId, name: 'erasures' });
    // A server may be at it.
    const files = lease ? await eraseAccount(services, userId).finally(() => lease.release()) : null;
    const what = files === null ? 'the account; the server is removing its files' : `the account and its ${files} files`;
    process.stdout.write(`Erased ${what}. Backups still hold it; a restore erases it again.\n`);
    for (const { folder, why } of unlisted)
      process.stderr.write(`Not yet in the list of erased accounts in ${folder}: ${why} The server adds it as soon as it can.\n`);
    return unlisted.length > 0 ? 1 : 0;
  } finally {
    await pokes.close();
  }
});

async function findAccount(db: Database, who: string): Promise<string | null> {
  if (!ID.test(who)) return findUserByEmail(db, foldEmail(who.trim()));
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.id, who));
  return found?.id ?? null;
}
