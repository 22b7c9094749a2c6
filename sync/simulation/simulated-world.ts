import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migratedDump } from '../../api/testing/migrated-pglite.ts';
import { createTestApp, type TestApp, type TestPerson } from '../../api/testing/create-test-app.ts';
import { prepareStatements } from '../../api/db/prepare-statements.ts';
import { seededRandom } from '../testing/test-ports.ts';
import { watchStatements } from '../testing/watch-statements.ts';
import { type Backup, restoreBackup, takeBackup } from './backup.ts';

/** The real API on an in-process database, with randomness and clock determined by the seed. */
export interface SimulatedWorld {
  server: TestApp;
  client: PGlite;
  anna: TestPerson;
  ben: TestPerson;
  /** A browser in which no one is signed in. */
  nobody: Pick<TestPerson, 'send' | 'userId'>;
  /** Whether the server knows sets: the previous release does not (docs/decisions/0148). */
  hasSets: boolean;
  /** Whether the server knows plans and trials. */
  hasPlans: boolean;
  /** The server's initial state. */
  empty: Backup;
  /** Requests sent but not yet delivered; their answers are dropped. */
  late: (() => Promise<unknown>)[];
  /** How often each kind of fault happened, over all seeds. */
  happened: Map<string, number>;
  count(fault: string): void;
  /** Resets to the initial state, with only the two people signed in, and reseeds the randomness. */
  begin(seed: number): Promise<void>;
  /** Makes the database fail once, at its nth statement from now; null for never. */
  failAtStatement(nth: number | null): void;
  /** Starts another run of the database server, as after a restart or a failover. */
  startRun(): Promise<void>;
  /** A value that changes whenever a feed does. */
  moves(): Promise<string>;
  setBetaAccess(person: TestPerson, granted: boolean): Promise<void>;
  /** Advances the server's time. People stay signed in: expired sign-ins are renewed at once. */
  forward(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The setting that holds the simulated server run's id. */
const RUN = 'longline.run';

/** After this many runs, a vacuum removes the old rows that emptied tables keep on disk. */
const RUNS_BETWEEN_VACUUMS = 100;

/** Start time of every seed. */
const BEGINNING = Date.UTC(2026, 10, 21, 12);

export async function createSimulatedWorld(): Promise<SimulatedWorld> {
  const client = prepareStatements(await PGlite.create({ loadDataDir: await migratedDump() }));
  const db = drizzle({ client });
  const statements = watchStatements(client);
  // Statements run thousands of times on tiny tables, so planning them again gains nothing.
  await client.exec('set plan_cache_mode = force_generic_plan');
  let random = seededRandom(0);
  let databaseRuns = 0;
  const startRun = async () => void (await client.exec(`set ${RUN} = 'run ${(databaseRuns += 1)}'`));
  await startRun();
  const server = await createTestApp({ db }, { chance: chanceFrom(() => random()), serverRun: sql.raw(`current_setting('${RUN}')`) });
  const anna = await server.signIn('anna@example.org', { beta: true });
  const ben = await server.signIn('ben@example.org', { beta: true });
  const hasSets = (await anna.call('GET', '/api/sets')).status !== 404;
  const hasPlans = (await anna.call('GET', '/api/plans')).status !== 404;
  const empty = await takeBackup(client);
  let runs = 0;
  const world: SimulatedWorld = {
    server,
    client,
    anna,
    ben,
    nobody: Object.assign(server.browser(), { userId: '' }),
    hasSets,
    hasPlans,
    empty,
    late: [],
    happened: new Map(),
    count: (fault) => void world.happened.set(fault, (world.happened.get(fault) ?? 0) + 1),
    async begin(seed) {
      random = seededRandom(seed);
      world.late = [];
      server.clock.now = new Date(BEGINNING);
      await restoreBackup(client, empty);
      databaseRuns = 0;
      await startRun();
      // Rate limits used up by one seed must not affect the next.
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
      else
        await client.query('insert into beta_access (id, email, granted_at) values (gen_random_uuid(), $1, now()) on conflict do nothing', [
          email,
        ]);
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
