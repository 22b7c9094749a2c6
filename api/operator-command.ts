import { existsSync } from 'node:fs';
import { DataDirInUse } from './db/data-dir-lock.ts';
import { DatabaseUnavailable } from './db/database-unavailable.ts';
import { openDatabase, type OpenDatabase } from './db/open.ts';
import { parseEnv, type Settings, SettingsError } from './env.ts';
import { createLog } from './log.ts';
import { keepDataDirPrivate } from './private-data-dir.ts';
import { sendStderrTo } from './stderr-to-log.ts';

/**
 * Runs an operator's command beside the server on the server's own database. Migrates it first: a folder just restored
 * from a backup may have an older version.
 * @param work returns the exit code
 */
export const operatorCommand = (
  work: (db: OpenDatabase['db'], settings: Settings, url: OpenDatabase['url']) => Promise<0 | 1>,
): Promise<void> =>
  settingsCommand(async (settings) => {
    const { db, url, migrate, close } = await openDatabase(settings);
    try {
      await migrate();
      return await work(db, settings, url);
    } finally {
      await close();
    }
  });

/**
 * The variables of the server: the environment, then the file .env in this folder, as `npm start` reads it.
 * @throws SettingsError
 */
export function readEnvironment(): NodeJS.ProcessEnv {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
  } catch {
    throw new SettingsError('.env cannot be read. Run this as the user that runs Longline.');
  }
  return process.env;
}

/**
 * Runs an operator's command with the server's own settings.
 * @param work returns the exit code. A failure exits with 2. A wrong setting, a folder in use or without access, or an
 *   unreachable database prints one line and exits at once: the operator can try again.
 */
export async function settingsCommand(work: (settings: Settings) => Promise<0 | 1>): Promise<void> {
  const log = createLog({ logLevel: 'warn' });
  sendStderrTo(log);
  try {
    const settings = parseEnv(readEnvironment());
    keepDataDirPrivate(settings.dataDir);
    process.exitCode = await work(settings);
  } catch (error) {
    const expected = [SettingsError, DataDirInUse, DatabaseUnavailable].some((kind) => error instanceof kind);
    if (expected || isOfTheSystem(error)) process.stderr.write(`${(error as Error).message}\n`);
    else log.error({ err: error }, 'The command failed');
    process.exitCode = 2;
  }
}

/** Says itself what it could not do, and with which path: 'EACCES: permission denied, mkdir …'. */
const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;
