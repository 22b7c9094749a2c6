import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { formatRep } from '../contract/reps.ts';
import type { BatchAnswer, Operation, PullAnswer } from '../contract/sync-protocol.ts';
import { EVENT_STREAMS } from '../request-limits.ts';
import type { Browser } from './cookie-jar.ts';
import { freePort } from './free-port.ts';
import { cpuMsOf } from './process-cpu.ts';
import { megabytesOf } from './process-memory.ts';
import { createPullingDevice } from './pulling-device.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { type ServerProcess, startProcess } from './start-process.ts';
import { startPostgres } from './start-postgres.ts';

const NOTES = 'Warm up on the lead.\nThree short tracks, wind from the left.\nMissed the second corner, found it alone.';
const SETS_A_SESSION = 3;
const REPS_A_SET = 10;
/** Every so many sessions get a comment. More in so short a time would be refused. */
const COMMENTED = 10;
/** How often the app is opened without news, for each session. */
const OPENED_A_SESSION = 2;
/** Sessions of a year, to which a shorter run is scaled. */
const A_YEAR = 300;
const DAY_MS = 86_400_000;

export interface YearPlan {
  /** Pairs of training partners. Each person has one partner, a phone and another device. */
  pairs: number;
  sessions: number;
  /** Event streams that are open at once. */
  streams: number;
}

interface Person {
  browser: Browser;
  userId: string;
}

/**
 * Measures what an active person costs in a year: 300 sessions with three sets of ten reps, each edited once, every tenth
 * one with a comment of the partner, read by three devices.
 */
export async function measurePersonYear({ pairs, sessions, streams }: YearPlan): Promise<Record<string, string | number>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'longline-year-'));
  const postgres = await startPostgres({ keepsCommits: true });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const port = await freePort();
  const names = Array.from({ length: Math.max(2 * pairs, Math.ceil(streams / EVENT_STREAMS.perPerson)) }, (_, at) => `p${at}@example.org`);
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: folder, PORT: String(port), ADMIN_EMAILS: names.join(','), LOG_LEVEL: 'warn' };
  const server = startProcess({ NODE_ENV: 'production', ...settings });
  try {
    await server.prints('Longline is ready at');
    const people: Person[] = [];
    for (const name of names) people.push(await signIn(server, port, name));
    const active = people.slice(0, 2 * pairs);
    const couples = Array.from({ length: pairs }, (_, at) => active.slice(2 * at, 2 * at + 2) as [Person, Person]);
    for (const [one, other] of couples) await becomePartners(one, other);
    // The first sessions warm both processes up.
    for (const [one, other] of couples) await train(one, other, 5);
    const pids = async () => (await client.query<{ pid: number }>('select pid from pg_stat_activity')).rows.map(({ pid }) => pid);
    const before = { ...(await sizeOf(client)), own: cpuMsOf([server.child.pid!]), database: cpuMsOf(await pids()) };
    for (const [one, other] of couples) {
      await train(one, other, sessions);
      await train(other, one, sessions);
    }
    const after = { own: cpuMsOf([server.child.pid!]), database: cpuMsOf(await pids()), ...(await sizeOf(client)) };
    const years = (active.length * sessions) / A_YEAR;
    const aYear = (key: keyof typeof after) => (after[key] - before[key]) / years;
    const streaming = await megabytesOfStreams(server, port, people, streams);
    return [
      { what: 'CPU of the server, seconds a person and year', figure: (aYear('own') / 1_000).toFixed(1) },
      { what: 'CPU of PostgreSQL, seconds a person and year', figure: (aYear('database') / 1_000).toFixed(1) },
      { what: 'rows a person and year', figure: Math.round(aYear('rows')) },
      { what: 'MB in PostgreSQL a person and year, with indexes', figure: (aYear('bytes') / 1e6).toFixed(2) },
      { what: 'KB of memory for an open event stream', figure: Math.round((streaming / streams) * 1_024) },
    ];
  } finally {
    await client.end();
    await server.ends('SIGTERM');
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

async function signIn(server: ServerProcess, port: number, email: string): Promise<Person> {
  const browser = await signInByCode(server, port, email);
  const { id } = (await (await browser.get('/api/auth/user')).json()) as { id: string };
  return { browser, userId: id };
}

async function call<Body>({ browser }: Person, method: string, path: string, body: object): Promise<Body> {
  const answer = await browser.send(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

async function becomePartners(one: Person, other: Person): Promise<void> {
  const { id } = await call<{ id: string }>(one, 'POST', '/api/friendships', { friendId: other.userId });
  await call(other, 'PATCH', `/api/friendships/${id}`, { status: 'accepted' });
}

const deviceOf = (person: Person) =>
  createPullingDevice((cursors) => call<PullAnswer>(person, 'POST', '/api/sync', { version: 1, cursors }));

/** Sessions of one person, with all that follows from them on both people's devices. */
async function train(person: Person, partner: Person, sessions: number): Promise<void> {
  const [phone, tablet, elsewhere] = [deviceOf(person), deviceOf(person), deviceOf(partner)];
  for (const device of [phone, tablet, elsewhere]) await device.pullAll();
  const dogId = randomUUID();
  await send(person, [{ call: 'dogs.create', payload: { id: dogId, name: 'Fen', breed: 'Border Collie', birthdate: '2021-02-28' } }]);
  for (let number = 0; number < sessions; number += 1) {
    const id = randomUUID();
    const trained = Date.now() - (sessions - number) * DAY_MS;
    const session = { id, title: `Track ${number}`, description: NOTES, dogId, trainedAt: new Date(trained).toISOString() };
    await send(person, [
      { call: 'videos.create', payload: { ...session, trainedZone: 'Europe/London' } },
      ...Array.from({ length: SETS_A_SESSION }, (_, place) => ({ call: 'sets.create' as const, payload: setOf(id, trained, place) })),
    ]);
    await send(person, [{ call: 'videos.update', params: { id }, payload: { description: `${NOTES}\nShorter next time.` } }]);
    for (const device of [phone, tablet, elsewhere]) await device.pullAll();
    if (number % COMMENTED === 0) {
      await send(partner, [{ call: 'comments.create', params: { videoId: id }, payload: { id: randomUUID(), content: 'Well done' } }]);
      for (const device of [phone, tablet, elsewhere]) await device.pullAll();
    }
    for (let opened = 0; opened < OPENED_A_SESSION; opened += 1) await phone.pullAll();
  }
}

function setOf(videoId: string, trained: number, position: number) {
  const startedAt = trained + position * 300_000;
  const reps = Array.from({ length: REPS_A_SET }, (_, rep) =>
    formatRep({
      id: `rep${position}00${rep}0`,
      kind: rep % 4 === 3 ? 'miss' : 'hit',
      at: startedAt + rep * 6_000,
      filmMs: null,
      latencyMs: null,
    }),
  );
  return { id: randomUUID(), videoId, exercise: 'Send-away', distanceM: 20, startedAt: new Date(startedAt).toISOString(), position, reps };
}

async function send(person: Person, changes: (Pick<Operation, 'call' | 'payload'> & Partial<Operation>)[]): Promise<void> {
  const operations = changes.map((change) => ({ key: randomUUID(), params: {}, ...change }));
  const { answers } = await call<BatchAnswer>(person, 'POST', '/api/batch', { version: 1, operations });
  const refused = answers.find(({ status }) => status >= 300);
  if (refused) throw new Error(`A change was answered with ${refused.status}: ${JSON.stringify(refused.body)}`);
}

async function sizeOf(client: pg.Client): Promise<{ rows: number; bytes: number }> {
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ rows: string; bytes: string }>(
    `select sum(reltuples) as rows, sum(pg_total_relation_size(oid)) as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return { rows: Number(rows[0]!.rows), bytes: Number(rows[0]!.bytes) };
}

/** Memory that the server takes for event streams of these people, in megabytes. */
async function megabytesOfStreams(server: ServerProcess, port: number, people: readonly Person[], streams: number): Promise<number> {
  const pid = server.child.pid!;
  const before = megabytesOf(pid);
  const open: IncomingMessage[] = [];
  for (let number = 0; number < streams; number += 1) {
    const { browser } = people[number % people.length]!;
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const asked = request({ host: '127.0.0.1', port, path: '/api/events', headers: { cookie, host: `localhost:${port}` } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`An event stream was answered with ${answer.statusCode}`);
    await once(answer, 'readable');
    open.push(answer);
  }
  const taken = megabytesOf(pid) - before;
  for (const answer of open) answer.destroy();
  return taken;
}
