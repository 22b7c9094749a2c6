import { randomBytes, randomUUID } from 'node:crypto';
import { createUser } from '../auth/create-user.ts';
import type { MutationName } from '../contract/mutations.ts';
import { parseEnv } from '../env.ts';
import { createLocalPokes } from '../feeds/poke-hub.ts';
import { createLog } from '../log.ts';
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

/** Seeds people and their actions through the same calls as real users, so everything can be synced, shared and deleted. */
export interface Seeding {
  now: () => Date;
  newId: () => string;
  /** Creates a person with beta access and returns the actor for their calls. */
  person: (who: SeededPerson) => Promise<SeededActor>;
}

export interface SeededActor {
  userId: string;
  perform: (name: MutationName, payload: object, params?: Record<string, string>) => Promise<unknown>;
}

/** Migrates and fills the database that the variables name, all or nothing. Leaves one that has users unchanged. */
export async function seedDatabase(
  variables: Readonly<Record<string, string | undefined>>,
  fill: (seeding: Seeding) => Promise<void>,
): Promise<void> {
  const settings = parseEnv(variables);
  keepDataDirPrivate(settings.dataDir);
  const env = { ...settings, sessionSecret: settings.sessionSecret ?? '' };
  const database = await openDatabase(env);
  try {
    await database.migrate();
    if ((await database.db.select({ id: users.id }).from(users).limit(1)).length > 0) return;
    const world = {
      env,
      db: database.db,
      serverRun: await findServerRun(database.db),
      log: createLog(env),
      now: () => new Date(),
      newId: () => randomUUID(),
      randomBytes,
    };
    const media = await openMedia(world);
    const mail = { toTerminal: true, sendCode: () => Promise.resolve() };
    const push = createPush(world);
    const services = { ...world, media, mail, push, pokes: createLocalPokes() };
    // One transaction for everything: no reader sees a partial kennel, and no commit waits for the disk.
    await database.db.transaction((tx) => fill(seedingOn({ ...services, db: tx as unknown as Database })));
    await push.close();
    await media.close();
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
      };
    },
  };
}
