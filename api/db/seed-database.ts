import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createUser } from '../auth/create-user.ts';
import type { MutationName } from '../contract/mutations.ts';
import { parseEnv } from '../env.ts';
import { createLocalPokes } from '../feeds/poke-hub.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { openExports } from '../export/exports.ts';
import { openMedia } from '../media/media.ts';
import { keepDataDirPrivate } from '../private-data-dir.ts';
import { createPush } from '../push/push.ts';
import { performMutation } from '../routes/perform-mutation.ts';
import type { Services } from '../services.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { findServerRun } from './server-run.ts';
import { betaAccess } from './tables/auth.ts';
import { users } from './tables/people.ts';

export interface SeededPerson {
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
}

/** Seeds people and their actions through the calls that people make: everything can be synced, shared and deleted. */
export interface Seeding {
  now: () => Date;
  newId: () => string;
  /** Creates a person with beta access and returns the actor for their calls. */
  person: (who: SeededPerson) => Promise<SeededActor>;
}

export interface SeededActor {
  userId: string;
  perform: (name: MutationName, payload: object, params?: Record<string, string>) => Promise<unknown>;
  /** Uploads a video or picture. @returns its object path */
  upload: (file: Uint8Array, durationSeconds?: number) => Promise<string>;
}

/**
 * Migrates and fills the database that the variables name. Leaves one with people in it unchanged.
 * @param options.callByCall commits each call, instead of all or nothing. In one transaction, the versions of a row that every
 *   call changes stay, and after ten thousand calls they take most of the time.
 */
export async function seedDatabase(
  variables: Readonly<Record<string, string | undefined>>,
  fill: (seeding: Seeding) => Promise<void>,
  { callByCall = false }: { callByCall?: boolean } = {},
): Promise<void> {
  const settings = parseEnv(variables);
  keepDataDirPrivate(settings.dataDir);
  // Seeded files don't count against a person's quota, which may be 0.
  const env = { ...settings, sessionSecret: settings.sessionSecret ?? '', userMediaBytes: Number.MAX_SAFE_INTEGER };
  const database = await openDatabase(env);
  try {
    await database.migrate();
    if ((await database.db.select({ id: users.id }).from(users).limit(1)).length > 0) return;
    const world = {
      env,
      db: database.db,
      serverRun: await findServerRun(database.db),
      log: createLog(env),
      metrics: createMetrics(),
      now: () => new Date(),
      newId: () => randomUUID(),
      randomBytes,
    };
    // Bind the store while both are empty. After a seeding that failed, the store may hold files without rows, and the
    // start would refuse an unbound one.
    const empty = await openMedia(world);
    await empty.bind();
    await empty.close();
    const mail = { toTerminal: true, sendCode: () => Promise.resolve(), send: () => Promise.resolve() };
    const push = createPush(world);
    const fillIn = async (db: Database) => {
      const media = await openMedia({ ...world, db });
      await fill(
        seedingOn({
          ...world,
          db,
          media,
          exports: openExports({ ...world, db, store: media.store }),
          erasures: { wake: () => undefined },
          mail,
          push,
          pokes: createLocalPokes(),
        }),
      ).finally(() => media.close());
    };
    try {
      if (callByCall) await fillIn(database.db);
      // No reader sees a partial kennel, and no commit waits for the disk.
      else await database.db.transaction((tx) => fillIn(tx as unknown as Database));
    } finally {
      await push.close();
    }
  } finally {
    await database.close();
  }
}

function seedingOn(services: Services): Seeding {
  return {
    now: services.now,
    newId: services.newId,
    async person({ isAdmin, ...who }) {
      const userId = await services.db.transaction((tx) => createUser(services, tx, { ...who, isAdmin }));
      await services.db.insert(betaAccess).values({ id: services.newId(), email: who.email, grantedAt: services.now() });
      const actor = { userId, email: who.email, isAdmin, hasBetaAccess: true };
      return {
        userId,
        perform: (name, payload, params = {}) => performMutation(services, actor, { name, params, payload, key: services.newId() }),
        async upload(file, durationSeconds) {
          const { uploads, finalize } = services.media;
          const { id } = await uploads.open(userId, { size: file.length });
          await uploads.put(await uploads.mustGet(userId, id), Readable.from([file]), file.length);
          return (await finalize(userId, id, durationSeconds)).objectPath;
        },
      };
    },
  };
}
