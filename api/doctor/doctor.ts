import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirInUse } from '../db/data-dir-lock.ts';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import { openDatabase } from '../db/open.ts';
import { type Env, parseEnv, SettingsError } from '../env.ts';
import { openMediaStore } from '../media/media.ts';
import { knownSessionSecret } from '../session-secret.ts';
import { askUrl, NoAnswer } from './ask-url.ts';
import { checkAddress } from './check-address.ts';
import { checkDatabase } from './check-database.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';
import { checkSignIn } from './check-sign-in.ts';
import { checkStore } from './check-store.ts';
import { newProbeKey, PROBE_HEADER } from './probe-key.ts';
import type { Probed } from './probe-routes.ts';

/**
 * `npm run doctor`: names each mistake of this server's setup in one line, and exits with their number. Run it beside the
 * running server, with its settings. Changes nothing.
 */
const mistakes = await examine().catch((error: unknown) => {
  if (error instanceof SettingsError) return [error.message];
  throw error;
});
for (const line of mistakes) process.stdout.write(`${line}\n`);
if (mistakes.length === 0) process.stdout.write('Everything is well.\n');
process.exit(mistakes.length);

async function examine(): Promise<string[]> {
  const settings = parseEnv(process.env);
  const env: Env = { ...settings, sessionSecret: settings.sessionSecret ?? knownSessionSecret(settings.dataDir) ?? '' };
  return [
    ...(await checkServer(env)),
    ...(await checkSignIn(env)),
    ...(await checkStore(env)),
    ...(await checkFfmpeg(process.env['PATH'] ?? '')),
  ];
}

/** What only the running server knows, or else what its database shows. */
async function checkServer(env: Env): Promise<string[]> {
  const key = newProbeKey(env, new Date());
  const headers = { [PROBE_HEADER]: key };
  const here = `http://${addressOf(env.host)}:${env.port}`;
  try {
    const probed = await askUrl(`${here}/api/doctor`, { headers });
    if (probed.status !== 200)
      return [`Something else than this server answers at ${here}, or SESSION_SECRET is not the one of this server.`];
    const inDatabase = JSON.parse((await askUrl(`${here}/api/doctor/database`, { headers })).text) as string[];
    return [...inDatabase, ...(await checkAddress(env, JSON.parse(probed.text) as Probed, key))];
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [`The server does not answer at ${here}: ${error.message}. Start it and run doctor again.`, ...(await checkStopped(env))];
  }
}

async function checkStopped(env: Env): Promise<string[]> {
  // Opening it would make one.
  if (env.databaseUrl === null && !existsSync(join(env.dataDir, 'database'))) return [];
  try {
    const database = await openDatabase(env);
    try {
      const store = await openMediaStore({ env, db: database.db });
      return await checkDatabase({ db: database.db, env, store, now: () => new Date() });
    } finally {
      await database.close();
    }
  } catch (error) {
    if ([SettingsError, DataDirInUse, DatabaseUnavailable].some((kind) => error instanceof kind)) return [(error as Error).message];
    throw error;
  }
}

/** The address at which this machine reaches the server. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
