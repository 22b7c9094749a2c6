import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migratePglite } from '../../api/db/migrate.ts';
import * as schema from '../../api/db/schema.ts';
import { createTestApp, type TestApp, type TestPerson } from '../../api/testing/create-test-app.ts';
import { seededRandom } from '../testing/test-ports.ts';
import { type Backup, restoreBackup, takeBackup } from './backup.ts';

/** The real API on a database in this process, whose chance and clock hang on the seed alone. */
export interface SimulatedWorld {
  server: TestApp;
  client: PGlite;
  anna: TestPerson;
  ben: TestPerson;
  /** The server as it is at the beginning. */
  empty: Backup;
  /** As if nothing had ever happened here but two people signing in; chance begins anew from the seed. */
  begin(seed: number): Promise<void>;
  close(): Promise<void>;
}

/** Emptied tables keep what was in them on disk until then. */
const RUNS_BETWEEN_VACUUMS = 100;

export async function createSimulatedWorld(): Promise<SimulatedWorld> {
  const client = await PGlite.create();
  const db = drizzle({ client, schema });
  await migratePglite(db);
  let random = seededRandom(0);
  const server = await createTestApp({ db, sql: null }, { chance: chanceFrom(() => random()) });
  const anna = await server.signIn('anna@example.org', { beta: true });
  const ben = await server.signIn('ben@example.org', { beta: true });
  const empty = await takeBackup(client);
  let runs = 0;
  return {
    server,
    client,
    anna,
    ben,
    empty,
    async begin(seed) {
      random = seededRandom(seed);
      // Hours apart, so that no run is held to a limit that others have used up.
      server.clock.forward(3_600);
      await restoreBackup(client, empty);
      if ((runs += 1) % RUNS_BETWEEN_VACUUMS === 0) await client.exec('vacuum');
    },
    async close() {
      await server.close();
      await client.close();
    },
  };
}

const chanceFrom = (random: () => number) => {
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    newId: () => `${hex(8)}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(12)}`,
    randomBytes: (length: number) => Uint8Array.from({ length }, () => Math.floor(random() * 256)),
  };
};
