import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { createApp } from '../app.ts';
import { findUserByEmail } from '../auth/user-of-email.ts';
import { betaAccess } from '../db/tables/auth.ts';
import { findServerRun } from '../db/server-run.ts';
import { type Env, parseEnv } from '../env.ts';
import { createLocalPokes } from '../feeds/poke-hub.ts';
import { createPostgresPokes } from '../feeds/postgres-pokes.ts';
import { type Log, silentLog } from '../log.ts';
import type { Ffmpeg } from '../media/ports/ffmpeg.ts';
import { openExports } from '../export/exports.ts';
import { openMedia } from '../media/media.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { OpenDatabase } from '../db/open.ts';
import type { Mail } from '../mail/mail.ts';
import { createPush } from '../push/push.ts';
import type { AppEnv, Services } from '../services.ts';
import { NO_STATIC_FILES, type StaticFiles } from '../static.ts';
import { type Browser, createBrowser } from './cookie-jar.ts';

export interface TestApp {
  app: Hono<AppEnv>;
  services: Services;
  /** Changes only when a test moves it. */
  clock: { now: Date; forward(seconds: number): void };
  /** The sign-in codes that were sent, newest last. */
  sent: { email: string; code: string; wrongCodes: number }[];
  /** Other letters, in order. */
  letters: { to: string; subject: string; text: string }[];
  /** Logged errors: the causes of 500 answers. */
  errors: object[];
  /** A signed-out browser. Each has its own address, so that limits per address do not add up across people. */
  browser(address?: string): Browser;
  /** Restarts the server on the same database: in-memory state is lost. */
  restart(): Promise<void>;
  /** Signs in through the real pages with the code that was sent. @param options.beta grants beta access first */
  signIn(email: string, options?: { beta?: boolean }): Promise<TestPerson>;
  close(): Promise<void>;
}

export interface TestPerson extends Browser {
  userId: string;
  email: string;
  /** Sends a JSON body and reads the JSON answer; `body` is null for an empty one. */
  call<Body = unknown>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<CallAnswer<Body>>;
}

export interface CallAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/**
 * The whole API on a real database. Only clock and mail are fake. Media are in a temporary folder. Close it before the
 * database.
 */
export async function createTestApp(
  { db, url = null, connections }: Pick<OpenDatabase, 'db'> & Partial<Pick<OpenDatabase, 'url' | 'connections'>>,
  {
    env: changed = {},
    mail = {},
    log = silentLog,
    files = NO_STATIC_FILES,
    ffmpeg = null,
    chance = { newId: () => randomUUID(), randomBytes },
    serverRun,
  }: {
    env?: Partial<Env>;
    mail?: Partial<Mail>;
    log?: Log;
    files?: StaticFiles;
    ffmpeg?: Ffmpeg | null;
    chance?: Pick<Services, 'newId' | 'randomBytes'>;
    serverRun?: Services['serverRun'];
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'longline-test-'));
  const env: Env = { ...parseEnv({}), sessionSecret: 'thirty-two characters or more, all known', dataDir, ...changed };
  const clock = {
    now: new Date('2026-11-21T12:00:00Z'),
    forward(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
  };
  const sent: TestApp['sent'] = [];
  const letters: TestApp['letters'] = [];
  const errors: TestApp['errors'] = [];
  const heard: Log = {
    debug: (about, message) => log.debug(about, message),
    info: (about, message) => log.info(about, message),
    warn: (about, message) => log.warn(about, message),
    error(about, message) {
      errors.push(about);
      log.error(about, message);
    },
  };
  const world = {
    env,
    db,
    serverRun: serverRun ?? (await findServerRun(db)),
    log: heard,
    metrics: createMetrics(),
    now: () => clock.now,
    ...chance,
  };
  const openStores = async () => {
    const media = await openMedia({ ...world, ffmpeg });
    return { media, exports: openExports({ ...world, store: media.store }) };
  };
  const start = async () => ({
    ...(await openStores()),
    pokes: url ? await createPostgresPokes({ db, url }, heard) : createLocalPokes(),
    push: createPush(world),
  });
  const services: Services = {
    ...world,
    ...(connections && { connections }),
    ...(await start()),
    erasures: { wake: () => undefined },
    mail: {
      toTerminal: false,
      sendCode: async (email, code, wrongCodes) => void sent.push({ email, code, wrongCodes }),
      send: async (to, { subject, text }) => void letters.push({ to, subject, text }),
      ...mail,
    },
  };

  let addresses = 0;
  const nextAddress = () => `192.0.2.${(addresses += 1)}`;
  const browser = (address = nextAddress()) =>
    createBrowser((url, init) => testApp.app.request(url, init, { incoming: { socket: { remoteAddress: address } } }), env.publicUrl);

  const closeServices = async () => {
    await services.push.close();
    await services.pokes.close();
    await services.exports.close();
    await services.media.close();
  };
  const testApp: TestApp = {
    app: createApp(services, files),
    services,
    clock,
    sent,
    letters,
    errors,
    browser,
    async restart() {
      await closeServices();
      Object.assign(services, await start());
      testApp.app = createApp(services, files);
    },
    async signIn(email, { beta = false } = {}) {
      if (beta) await db.insert(betaAccess).values({ id: chance.newId(), email, grantedAt: clock.now }).onConflictDoNothing();
      const person = browser();
      await person.post('/api/login', { email });
      await person.post('/api/login/code', { code: sent.findLast((message) => message.email === email)!.code });
      const userId = await findUserByEmail(db, email);
      if (!userId) throw new Error(`${email} could not sign in`);
      return Object.assign(person, { userId, email, call: callAs(person, env.publicUrl) });
    },
    async close() {
      await closeServices();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return testApp;
}

/** Sends and receives JSON as the app does, from a page of the origin. */
const callAs =
  (person: Browser, origin: string): TestPerson['call'] =>
  async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await person.send(path, {
      method,
      headers: { origin, 'sec-fetch-site': 'same-origin', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body };
  };
