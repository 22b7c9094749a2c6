import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { ENVELOPE_MAX_OPERATIONS, PARTNER_SESSIONS_HELD, RATES } from '../contract/limits.ts';
import type { BatchAnswer } from '../contract/sync-protocol.ts';
import type { Database } from '../db/database.ts';
import { openDatabase, type OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { countQueries } from './count-queries.ts';
import { createTestApp, type TestPerson } from './create-test-app.ts';
import { cpuMsOf } from './process-cpu.ts';
import { becomePartners } from './pulling-device.ts';
import { startPostgres } from './start-postgres.ts';

const GATE_MS = 1.5;
const GOAL_MS = 1;
const WARM_UP = 5;

type Operation = { call: string; params?: Record<string, string>; payload: object };

/** What a person does most, as envelopes of 50 on a log of more sessions than partners hold. */
const ENVELOPES: readonly [what: string, operation: (sessions: readonly string[], place: number) => Operation][] = [
  [
    'videos.create',
    (_sessions, place) => ({ call: 'videos.create', payload: { id: randomUUID(), title: `Track ${place}`, description: NOTES } }),
  ],
  [
    'comments.create',
    (sessions, place) => ({
      call: 'comments.create',
      params: { videoId: sessions[place]! },
      payload: { id: randomUUID(), content: 'Well done' },
    }),
  ],
  [
    'videos.update',
    (sessions, place) => ({
      call: 'videos.update',
      params: { id: sessions[place]! },
      payload: { description: `${NOTES}\n${randomUUID()}` },
    }),
  ],
];
const NOTES = 'Warm up on the lead.\nThree short tracks, wind from the left.\nMissed the second corner, found it alone.';

/** Measures envelopes of the usual operations on PostgreSQL and on the embedded database. */
export async function measureEnvelopeCost({ envelopes }: { envelopes: number }): Promise<Record<string, string | number | boolean>[]> {
  const postgres = await startPostgres({ keepsCommits: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'longline-envelopes-'));
  try {
    const lines = [];
    for (const databaseUrl of [postgres.url, null]) {
      const database = await openDatabase({ databaseUrl, dataDir });
      await database.migrate();
      lines.push(...(await measureOn(database, envelopes)));
    }
    return lines;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureOn(database: OpenDatabase, envelopes: number) {
  const counted = countQueries(database.db, true);
  const app = await createTestApp(database);
  const anna = await app.signIn('anna@example.org', { beta: true });
  const ben = await app.signIn('ben@example.org', { beta: true });
  await becomePartners(anna, ben);
  const sessions: string[] = [];
  while (sessions.length < PARTNER_SESSIONS_HELD + ENVELOPE_MAX_OPERATIONS) {
    const answers = await send(anna, ({ place }) => ENVELOPES[0]![1]([], place));
    sessions.push(...answers.map(({ body }) => (body as { id: string }).id));
  }
  sessions.reverse();
  await database.db.execute(sql`analyze`);
  const pids = database.kind === 'postgres' ? await serverProcesses(database.db) : [];
  const lines = [];
  for (const [what, operation] of ENVELOPES) {
    const run = () => {
      app.clock.forward(RATES.comments.perSeconds);
      return send(anna, ({ place }) => operation(sessions, place));
    };
    for (let warm = 0; warm < WARM_UP; warm += 1) await run();
    counted.restart();
    const before = { own: process.cpuUsage(), server: cpuMsOf(pids) };
    for (let sent = 0; sent < envelopes; sent += 1) await run();
    const { user, system } = process.cpuUsage(before.own);
    const count = envelopes * ENVELOPE_MAX_OPERATIONS;
    const own = (user + system) / 1_000 / count;
    const server = (cpuMsOf(pids) - before.server) / count;
    lines.push({
      database: database.kind,
      operation: what,
      statements: (counted.queries.length / count).toFixed(2),
      'process ms': own.toFixed(2),
      'PostgreSQL ms': server.toFixed(2),
      'ms together': (own + server).toFixed(2),
      gate: own + server <= GATE_MS,
      goal: own + server <= GOAL_MS,
    });
  }
  await app.close();
  await database.close();
  return lines;
}

async function send(person: TestPerson, operation: (at: { place: number }) => Operation): Promise<BatchAnswer['answers']> {
  const operations = Array.from({ length: ENVELOPE_MAX_OPERATIONS }, (_, place) => ({
    key: randomUUID(),
    params: {},
    ...operation({ place }),
  }));
  const { body } = await person.call<BatchAnswer>('POST', '/api/batch', { version: 1, operations });
  const refused = body.answers.find(({ status }) => status >= 300);
  if (refused) throw new Error(`An operation was answered with ${refused.status}: ${JSON.stringify(refused.body)}`);
  return body.answers;
}

/** All processes of the server that can use time for these statements, such as the writer of its log. */
const serverProcesses = async (db: Database) =>
  (await rowsOf<{ pid: number }>(db, sql`select pid from pg_stat_activity`)).map(({ pid }) => pid);
