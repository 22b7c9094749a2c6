import { resolve } from 'node:path';
import type { MediaStore } from '../media/store/media-store.ts';
import type { ServerPorts } from '../server-ports.ts';
import { drillInProcess, removeDrills } from './drill.ts';
import { madeInWords } from './in-words.ts';
import { makeBackup } from './make-backup.ts';
import { startNightlyBackups } from './nightly-backups.ts';
import { listenToOperator } from './operator-socket.ts';

/**
 * Starts nightly backups if a setting names a folder, and answers `npm run backup` where the command cannot open the
 * database itself.
 * @returns a function that stops both
 */
export async function startBackups(world: ServerPorts & { store: MediaStore; isEmbedded: boolean }): Promise<() => void> {
  const { env, log, isEmbedded } = world;
  const services = { ...world, dataDir: env.dataDir };
  const backUp = async (dir: string) => madeInWords(await makeBackup(services, resolve(dir)));
  // A lease tells replicas who drills; the one process of an embedded database need not wait for that of a killed one.
  if (isEmbedded) await removeDrills(env.dataDir);
  const stopListening = isEmbedded ? await listenToOperator(env.dataDir, backUp, log) : () => undefined;
  const stopNights = env.backup ? startNightlyBackups({ ...services, target: env.backup, drill: drillInProcess }) : () => undefined;
  return () => {
    stopNights();
    stopListening();
  };
}
