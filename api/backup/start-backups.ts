import { resolve } from 'node:path';
import type { MediaStore } from '../media/store/media-store.ts';
import type { ServerPorts } from '../server-ports.ts';
import { madeInWords } from './in-words.ts';
import { makeBackup } from './make-backup.ts';
import { listenToOperator } from './operator-socket.ts';

/**
 * Answers `npm run backup` where the command cannot open the database itself.
 * @returns a function that stops it
 */
export async function startBackups(world: ServerPorts & { store: MediaStore; isEmbedded: boolean }): Promise<() => void> {
  const { env, log, isEmbedded } = world;
  const services = { ...world, dataDir: env.dataDir };
  const backUp = async (dir: string) => madeInWords(await makeBackup(services, resolve(dir)));
  return isEmbedded ? listenToOperator(env.dataDir, backUp, log) : () => undefined;
}
