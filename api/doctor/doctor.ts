import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody } from '../contract/errors.ts';
import { DataDirInUse } from '../db/data-dir-lock.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { openDatabase } from '../db/open.ts';
import { type Env, parseEnv, SettingsError } from '../env.ts';
import { openMediaStore } from '../media/media.ts';
import { readEnvironment } from '../operator-command.ts';
import { knownSessionSecret } from '../session-secret.ts';
import { askUrl, NoAnswer } from './ask-url.ts';
import { checkAddress, readProbed } from './check-address.ts';
import { checkDatabase } from './check-database.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';
import { checkOperator } from './check-operator.ts';
import { checkSignIn } from './check-sign-in.ts';
import { checkStore } from './check-store.ts';
import { newProbeKey, PROBE_HEADER } from './probe-key.ts';
import { runChecks } from './run-checks.ts';

/**
 * `npm run doctor`: names each mistake of this server's setup in one line, and exits with their number. Run it beside the
 * running server, as its user and with its settings. Changes no data.
 */
const mistakes = await examine().catch((error: unknown) => {
  if (error instanceof SettingsError) return [error.message];
  throw error;
});
for (const line of mistakes) process.stdout.write(`${line}\n`);
if (mistakes.length === 0) process.stdout.write('Everything is well.\n');
process.exit(mistakes.length);

async function examine(): Promise<string[]> {
  const settings = parseEnv(readEnvironment());
  const { dataDir } = settings;
  if (existsSync(dataDir) && statSync(dataDir).uid !== process.getuid?.() && process.getuid !== undefined) {
    return [`DATA_DIR belongs to another user. Run doctor as the user that runs Longline.`];
  }
  const env: Env = { ...settings, sessionSecret: settings.sessionSecret ?? knownSessionSecret(dataDir) ?? '' };
  return runChecks([
    ['The server', () => checkServer(env)],
    ['The operator', async () => checkOperator(env)],
    ['Sign-in', () => checkSignIn(env)],
    ['The place of the media', () => checkStore(env)],
    ['ffmpeg', () => checkFfmpeg(process.env['PATH'] ?? '')],
  ]);
}

/** What only the running server knows, or else what its database shows. */
async function checkServer(env: Env): Promise<string[]> {
  const key = newProbeKey(env, new Date());
  const headers = { [PROBE_HEADER]: key };
  const here = `http://${addressOf(env.host)}:${env.port}`;
  const probed = await askUrl(`${here}/api/doctor`, { headers }).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error.message;
    throw error;
  });
  if (typeof probed === 'string') {
    return [`The server does not answer at ${here}: ${probed}. Start it and run doctor again.`, ...(await checkStopped(env))];
  }
  if (probed.status >= 500) return [`The server has no database now: it answered ${probed.status}. Its log says why.`];
  if (probed.status !== 200) {
    return [`Something else than this server answers at ${here}, or SESSION_SECRET is not the one of this server.`];
  }
  const local = readProbed(probed.text);
  if (!local) return [`Something else than this server answers at ${here}.`];
  const ready = await askUrl(`${here}/api/ready`);
  const inDatabase = await askUrl(`${here}/api/doctor/database`, { headers });
  return [
    ...(ready.status === 200 ? [] : [`The server is not ready: ${messageOf(ready.text)}`]),
    ...(inDatabase.status === 200 ? (JSON.parse(inDatabase.text) as string[]) : [`The database cannot be examined: ${inDatabase.status}`]),
    ...(await checkAddress(env, local, key)),
  ];
}

function messageOf(text: string): string {
  return (JSON.parse(text) as ErrorBody).message;
}

async function checkStopped(env: Env): Promise<string[]> {
  // Opening them would make them.
  if (env.databaseUrl === null && !existsSync(join(env.dataDir, 'database'))) return [];
  if (env.objectStore === null && !existsSync(join(env.dataDir, 'media'))) return [];
  try {
    const database = await openDatabase(env);
    try {
      const store = await openMediaStore({ env, db: database.db });
      return await checkDatabase({ db: database.db, env, store, now: () => new Date() });
    } finally {
      await database.close();
    }
  } catch (error) {
    const expected = error instanceof SettingsError || error instanceof DataDirInUse || isDatabaseUnavailable(error);
    if (expected) return [(error as Error).message];
    throw error;
  }
}

/** The address at which this machine reaches the server. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
