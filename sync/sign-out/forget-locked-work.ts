import { Dexie } from 'dexie';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { openDeviceFiles } from '../files/open-device-files.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { Ports } from '../ports/ports.ts';
import { databaseName } from '../store/store.ts';
import { lockedWorkName, peopleWithLockedWork } from './locked-work-store.ts';

const PATIENCE_MS = 30_000;

type Asking = Pick<Ports, 'fetch' | 'origin' | 'sleep'>;

/** Deletes the locked work of one person, with its files. */
export async function forgetLockedWork(userId: string): Promise<void> {
  const lockedFiles = await openDeviceFiles(`kept-${userId}`);
  for (const name of await lockedFiles.list()) await lockedFiles.delete(name);
  await Dexie.delete(lockedWorkName(databaseName(userId)));
}

/** Deletes the locked work of people whose account has been erased since they signed out here (R374). Asks the server for each of them. */
export async function forgetLockedWorkOfErased(signedIn: string, ports: Asking): Promise<void> {
  for (const userId of await peopleWithLockedWork())
    if (userId !== signedIn && (await isErased(userId, ports))) await forgetLockedWork(userId);
}

/** Asks without a sign-in: the server answers that to every browser that names an erased account. False without an answer. */
async function isErased(userId: string, ports: Asking): Promise<boolean> {
  const ask = async (signal: AbortSignal) => {
    const headers = { Accept: 'application/json', [USER_HEADER]: userId };
    const request = new Request(`${ports.origin}/api/auth/access`, { headers, credentials: 'omit', cache: 'no-store', signal });
    return (await (await ports.fetch(request)).json()) as { code?: unknown };
  };
  const answer = await withTimeout(ports, PATIENCE_MS, ask).catch(() => null);
  return answer?.code === 'account_deleted';
}
