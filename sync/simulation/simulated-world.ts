import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migratePglite } from '../../api/db/migrate.ts';
import { createTestApp, type TestApp, type TestPerson } from '../../api/testing/create-test-app.ts';
import { prepareStatements } from '../testing/prepare-statements.ts';
import { seededRandom } from '../testing/test-ports.ts';
import { type Backup, restoreBackup, takeBackup } from './backup.ts';

/** The real API on a database in this process, whose chance and clock hang on the seed alone. */
export interface SimulatedWorld {
  server: TestApp;
  client: PGlite;
  anna: TestPerson;
  ben: TestPerson;
  /** A browser in which nobody is signed in. */
  nobody: Pick<TestPerson, 'send' | 'userId'>;
  /** The server as it is at the beginning. */
  empty: Backup;
  /** Requests that left and have not arrived yet; nobody waits for their answers. */
  late: (() => Promise<unknown>)[];
  /** How often each kind of trouble has happened, over all seeds. */
  happened: Map<string, number>;
  count(trouble: string): void;
  /** As if nothing had ever happened here but two people signing in; chance begins anew from the seed. */
  begin(seed: number): Promise<void>;
  /** The database fails once, at its nth statement from now on; never with null. */
  failAtStatement(nth: number | null): void;
  /** Another run of the database server begins, as after a restart or a failover. */
  startRun(): Promise<void>;
  /** Changes whenever any feed has. */
  moves(): Promise<string>;
  setBetaAccess(person: TestPerson, granted: boolean): Promise<void>;
  /** Time goes on for the server. Whoever was signed in still is: people sign in again at once. */
  forward(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** What the simulation calls the database server's present run. */
const RUN = 'longline.run';

/** Emptied tables keep what was in them on disk until then. */
const RUNS_BETWEEN_VACUUMS = 100;

/** When every seed begins. */
const BEGINNING = Date.UTC(2026, 10, 21, 12);

export async function createSimulatedWorld(): Promise<SimulatedWorld> {
  const client = await PGlite.create();
  const db = drizzle({ client });
  await migratePglite(db);
  const statements = prepareStatements(client);
  // Each statement is asked thousands of times, on tables of a few rows: nothing is gained by planning it again.
  await client.exec('set plan_cache_mode = force_generic_plan');
  let random = seededRandom(0);
  let databaseRuns = 0;
  const startRun = async () => void (await client.exec(`set ${RUN} = 'run ${(databaseRuns += 1)}'`));
  await startRun();
  const server = await createTestApp({ db }, { chance: chanceFrom(() => random()), serverRun: sql.raw(`current_setting('${RUN}')`) });
  const anna = await server.signIn('anna@example.org', { beta: true });
  const ben = await server.signIn('ben@example.org', { beta: true });
  const empty = await takeBackup(client);
  let runs = 0;
  const world: SimulatedWorld = {
    server,
    client,
    anna,
    ben,
    nobody: Object.assign(server.browser(), { userId: '' }),
    empty,
    late: [],
    happened: new Map(),
    count: (trouble) => void world.happened.set(trouble, (world.happened.get(trouble) ?? 0) + 1),
    async begin(seed) {
      random = seededRandom(seed);
      world.late = [];
      server.clock.now = new Date(BEGINNING);
      await restoreBackup(client, empty);
      databaseRuns = 0;
      await startRun();
      // No seed is held to a limit that others have used up.
      await client.exec('delete from rate_limits');
      await stillSignedIn();
      if ((runs += 1) % RUNS_BETWEEN_VACUUMS === 0) await client.exec('vacuum');
    },
    failAtStatement(nth) {
      let left = nth ?? Number.POSITIVE_INFINITY;
      statements.beforeStatement = () => {
        if ((left -= 1) === 0) throw new Error('The database failed');
      };
    },
    startRun,
    async moves() {
      const { rows } = await client.query<{ moves: string }>('select coalesce(sum(head), 0)::text as moves from feeds');
      return rows[0]?.moves ?? '';
    },
    async setBetaAccess({ email }, granted) {
      if (!granted) await client.query('delete from beta_access where email = $1', [email]);
      else await client.query('insert into beta_access (id, email, granted_at) values (gen_random_uuid(), $1, now()) on conflict do nothing', [email]);
    },
    async forward(seconds) {
      server.clock.forward(seconds);
      await stillSignedIn();
    },
    async close() {
      await server.close();
      await client.close();
    },
  };
  const stillSignedIn = async () => {
    await client.query('update sign_ins set last_used_at = $1', [server.clock.now.toISOString()]);
  };
  return world;
}

const chanceFrom = (random: () => number) => {
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    newId: () => `${hex(8)}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(12)}`,
    randomBytes: (length: number) => Uint8Array.from({ length }, () => Math.floor(random() * 256)),
  };
};
