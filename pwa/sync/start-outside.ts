import { openDeviceFiles } from '../../sync/files/open-device-files.ts';
import { recoverMedia } from '../../sync/media/recover-media.ts';
import { browserPorts } from '../../sync/ports/browser-ports.ts';
import { leaveAllBut } from '../../sync/sign-out/leave-all-but.ts';
import { openExisting } from '../../sync/store/person-of-device.ts';
import { takeUpOthersLastWords } from './last-words.ts';

/**
 * Does the engine's work at startup for a person who is signed in without access to the app, and so has no engine: makes
 * everyone else leave this device (R178), and deletes files that nothing references (R177).
 * @returns someone else whose account was erased, and whose unsynced work only this device has (R374)
 */
export async function startOutside(userId: string): Promise<string | null> {
  await takeUpOthersLastWords(userId, openExisting).catch(() => undefined);
  const [{ erased }] = await Promise.all([leaveAllBut(userId), recoverOwnMedia(userId)]);
  return erased;
}

async function recoverOwnMedia(userId: string): Promise<void> {
  const store = await openExisting(userId);
  if (!store) return;
  try {
    const ports = browserPorts(await openDeviceFiles(userId));
    await ports.lock(`longline-recover-${userId}`, () => recoverMedia(store, ports));
  } finally {
    store.close();
  }
}
