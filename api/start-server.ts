import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { settleAllAbsences } from './auth/removed-people.ts';
import { createApp } from './app.ts';
import { backUpBeforeMigrating } from './backup/back-up-before-migrating.ts';
import { startBackups } from './backup/start-backups.ts';
import { DataDirInUse } from './db/data-dir-lock.ts';
import { isDatabaseFull } from './db/database-full.ts';
import { DatabaseUnavailable } from './db/database-unavailable.ts';
import { openDatabase } from './db/open.ts';
import { openWithRetry } from './db/open-with-retry.ts';
import { findServerRun } from './db/server-run.ts';
import { type Env, SettingsError, parseEnv } from './env.ts';
import { openErasures } from './erasure/erasures.ts';
import { createLocalPokes } from './feeds/poke-hub.ts';
import { createPostgresPokes } from './feeds/postgres-pokes.ts';
import { createLog } from './log.ts';
import { createMail } from './mail/mail.ts';
import { findFfmpeg } from './media/ports/ffmpeg.ts';
import { openExports } from './export/exports.ts';
import { openMedia } from './media/media.ts';
import { isDiskFull } from './media/store/disk-full.ts';
import { AddressInUse, listen } from './listen.ts';
import { createMetrics } from './metrics/metrics.ts';
import { keepDataDirPrivate } from './private-data-dir.ts';
import { createPush } from './push/push.ts';
import type { Services } from './services.ts';
import { sessionSecretIn } from './session-secret.ts';
import { readStaticFiles } from './static.ts';
import { sendStderrTo } from './stderr-to-log.ts';
import { startSweeping } from './sweeping.ts';
import { startupMessage } from './startup-message.ts';

/** Runs the server: opens every external resource in order and closes them in reverse. `main.ts` imports it. */
const print = (line: string, to: NodeJS.WriteStream = process.stdout) => to.write(`${line}\n`);

/** A stop ends within five seconds after the grace for proxies, even if something hangs. */
const LAST_MOMENT_MS = 4_500;

let ending = false;
const stopping = new AbortController();
// Listen before starting: a signal during the start waits for it to finish, so that no half-made database remains.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
const started = start(process.env);

try {
  await started;
} catch (error) {
  // The server was stopped while it waited for the database.
  if (stopping.signal.aborted && (error as Error).name === 'AbortError') process.exit(0);
  const expected = [SettingsError, DataDirInUse, AddressInUse, DatabaseUnavailable].some((kind) => error instanceof kind);
  const isFull = isDatabaseFull(error) || isDiskFull(error);
  if (expected) print((error as Error).message, process.stderr);
  else if (isFull) print('The disk of DATA_DIR or of the database is full. Free some space, then start again.', process.stderr);
  else createLog({ logLevel: 'error' }).error({ err: error }, 'Longline could not start');
  process.exit(1);
}

async function end(): Promise<void> {
  // Ctrl-C signals the process twice: from the terminal and from npm.
  if (ending) return;
  ending = true;
  stopping.abort();
  const lastMoment = setTimeout(() => process.exit(0), LAST_MOMENT_MS).unref();
  const { letProxiesNotice, stop } = await started;
  clearTimeout(lastMoment);
  await letProxiesNotice();
  setTimeout(() => process.exit(0), LAST_MOMENT_MS).unref();
  await stop();
  process.exit(0);
}

interface Started {
  /** Keeps answering for a while, but ends connections, so that a proxy sends new requests to other replicas. */
  letProxiesNotice(): Promise<void>;
  /** Stops the server; open requests get a few seconds to finish. */
  stop(): Promise<void>;
}

async function start(variables: NodeJS.ProcessEnv): Promise<Started> {
  const settings = parseEnv(variables);
  const madePrivate = keepDataDirPrivate(settings.dataDir);
  const env: Env = { ...settings, sessionSecret: settings.sessionSecret ?? sessionSecretIn(settings.dataDir, randomBytes) };
  const log = createLog(env);
  sendStderrTo(log);
  // An unhandled rejection belongs to one request or sweep; the rest continues.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'A promise rejection was not handled'));
  if (madePrivate.failed > 0)
    log.warn(
      madePrivate,
      'DATA_DIR cannot be made private, because root owns it or its file system has no modes: other users of this machine may be able to read it',
    );
  else if (madePrivate.changed > 0) log.info(madePrivate, 'DATA_DIR is private now');
  const database = await openWithRetry(
    () => openDatabase(env, stopping.signal),
    (line) => print(line, process.stderr),
    stopping.signal,
    (opened) => backUpBeforeMigrating(env, opened, print),
  );
  try {
    const { db } = database;
    const metrics = createMetrics();
    metrics.measureProcess();
    const world = {
      env,
      db,
      serverRun: await findServerRun(db),
      log,
      metrics,
      now: () => new Date(),
      newId: () => randomUUID(),
      randomBytes,
    };
    const ffmpeg = findFfmpeg(variables['PATH'] ?? '');
    const media = await openMedia({ ...world, ffmpeg });
    await media.bind();
    const pokes = database.url ? await createPostgresPokes({ db, url: database.url }, log) : createLocalPokes();
    const push = createPush(world);
    const exports = openExports({ ...world, store: media.store });
    const erasures = openErasures({ ...world, pokes, store: media.store });
    const mail = createMail(env, print);
    const services: Services = { ...world, connections: database.connections, media, exports, erasures, pokes, push, mail };

    await settleAllAbsences(services);
    database.keepReserve();
    const app = createApp(services, readStaticFiles(fileURLToPath(new URL('../pwa', import.meta.url))), stopping.signal);
    const server = await listen(app.fetch, env);
    const stopSweeping = startSweeping(services);
    media.startSweeping();
    push.start();
    media.startDeriving(pokes);
    exports.startMaking();
    const stopBackups = await startBackups({ ...world, store: media.store, isEmbedded: database.kind === 'pglite' });
    erasures.start();
    if (!ffmpeg) log.warn({}, 'ffmpeg is not installed: videos get no posters and no copies that play everywhere');
    for (const line of startupMessage(env, database.kind)) print(line);

    return {
      async letProxiesNotice() {
        server.endConnections();
        await wait(env.stopGraceSeconds * 1_000);
      },
      async stop() {
        stopSweeping();
        stopBackups();
        // They read or delete films for minutes, so they hear of the stop at once.
        const endOfWork = Promise.all([exports.close(), erasures.stop()]);
        // Closing the hub ends the event streams, which would otherwise keep the server open.
        await pokes.close();
        await server.close();
        await push.close();
        await endOfWork;
        await media.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
