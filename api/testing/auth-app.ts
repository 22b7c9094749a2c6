import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { authRoutes } from '../auth/auth-routes.ts';
import type { Mail } from '../auth/mail.ts';
import { originCheck } from '../auth/origin-check.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Database } from '../db/database.ts';
import { type Env, parseEnv } from '../env.ts';
import { Refusal } from '../errors.ts';
import { createLocalPokes } from '../feeds/poke-hub.ts';
import { silentLog } from '../log.ts';
import { securityHeaders } from '../security-headers.ts';
import type { AppEnv, Services } from '../services.ts';
import { type Browser, createBrowser } from './cookie-jar.ts';

export const ORIGIN = 'http://localhost:3000';

export interface AuthApp {
  app: Hono<AppEnv>;
  services: Services;
  /** The codes that were sent, newest last. */
  sent: { email: string; code: string }[];
  /** A clock that stands still until it is moved on. */
  clock: { now: Date; forward(seconds: number): void };
  browser(address?: string): Browser;
  /** Signs in with the code that was sent. */
  signIn(browser: Browser, email: string): Promise<Response>;
}

/** The app as far as doors go, on a real database; mail is caught and the clock stands still. */
export function createAuthApp(
  db: Database,
  { env = {}, mail }: { env?: Partial<Env> | undefined; mail?: Partial<Mail> | undefined } = {},
): AuthApp {
  const sent: AuthApp['sent'] = [];
  const clock = {
    now: new Date('2026-11-21T12:00:00Z'),
    forward(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
  };
  const services = {
    env: { ...parseEnv({}), sessionSecret: 'a secret of thirty-two characters', publicUrl: ORIGIN, ...env },
    db,
    now: () => clock.now,
    newId: randomUUID,
    randomBytes,
    log: silentLog,
    mail: { toTerminal: true, sendCode: async (email: string, code: string) => void sent.push({ email, code }), ...mail },
    pokes: createLocalPokes(),
  } as unknown as Services;

  const app = new Hono<AppEnv>();
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error;
    if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
    return c.json(error.body(''), error.status);
  });
  app.use(securityHeaders(services.env), originCheck(services.env), signedIn(services));
  app.route('/', authRoutes(services));

  const origin = services.env.publicUrl;
  const browser = (address = '192.0.2.1') =>
    createBrowser((url, init) => app.request(url, init, { incoming: { socket: { remoteAddress: address } } }), origin);

  async function signIn(who: Browser, email: string) {
    await who.post('/api/login', { email });
    return who.post('/api/login/code', { code: sent.at(-1)!.code });
  }
  return { app, services, sent, clock, browser, signIn };
}

/** Empties the tables that doors write to: sooner than a database for each test. */
export const forgetEverybody = (db: Database) =>
  db.execute(sql`truncate users, sign_in_attempts, beta_access, waitlist, rate_limits, feeds, feed_entries cascade`);
