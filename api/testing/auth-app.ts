import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { Database } from '../db/database.ts';
import type { OpenDatabase } from '../db/open.ts';
import type { Env } from '../env.ts';
import type { Mail } from '../mail/mail.ts';
import type { Browser } from './cookie-jar.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';

export const ORIGIN = 'http://localhost:3000';

export interface AuthApp extends Omit<TestApp, 'signIn' | 'close'> {
  /** Signs a browser in with the code that was sent. */
  signIn(browser: Browser, email: string): Promise<Response>;
}

/** The whole API, with codes on the terminal and every browser at one address. Closed after the test. */
export async function createAuthApp(
  database: OpenDatabase,
  { env = {}, mail = {} }: { env?: Partial<Env>; mail?: Partial<Mail> } = {},
): Promise<AuthApp> {
  const app = await createTestApp(database, { env: { publicUrl: ORIGIN, ...env }, mail: { toTerminal: true, ...mail } });
  onTestFinished(() => app.close());
  return {
    ...app,
    browser: (address = '192.0.2.1') => app.browser(address),
    async signIn(browser, email) {
      await browser.post('/api/login', { email });
      return browser.post('/api/login/code', { code: app.sent.at(-1)!.code });
    },
  };
}

/** Empties the tables that sign-in writes to: faster than a database for each test. */
export const truncateUsers = (db: Database) =>
  db.execute(sql`truncate users, sign_in_attempts, beta_access, waitlist, rate_limits, feeds, feed_entries cascade`);
