import type { DeviceFiles } from './device-files.ts';
import type { DeviceMedia } from './device-media.ts';
import { copyPieces, FILE_PIECE_BYTES, filesOf, type Kept, KeptStore } from './kept-store.ts';
import type { Ports } from './ports.ts';
import { sealFor } from './seal.ts';
import { readSetting } from './settings.ts';
import type { Store } from './store.ts';
import { clearIf, deleteCleared, unsyncedWork } from './sign-out.ts';

/** Whether work can be locked on this device: its public key has been delivered. */
export const canKeep = async (store: Store): Promise<boolean> => (await readSetting(store, 'keepKey')) !== undefined;

/**
 * Seals what is unsynced so that only this user's next sign-in opens it, and clears everything else of the user from
 * the device. What is readable goes only after what is sealed is safe.
 * @param keptFiles where sealed files go: not among the user's own, which are swept
 * @throws when no key was delivered, a file is still being written, or the device is full: then nothing has changed
 */
export async function keepLocked(store: Store, ports: Ports, keptFiles: DeviceFiles): Promise<void> {
  const [publicKey, held] = await Promise.all([readSetting(store, 'keepKey'), readSetting(store, 'keepKeyHeld')]);
  if (!publicKey) throw new Error('No key has been delivered to this device');
  const seal = await sealFor(publicKey);
  const id = ports.newId();
  const copied = new Set<string>();
  const keptStore = new KeptStore(store);
  try {
    for (;;) {
      const kept = await readUnsynced(store);
      if (kept.media.some(({ state }) => state === 'writing')) throw new Error('A file is still being written');
      for (const fileName of filesOf(kept)) {
        if (!copied.has(fileName)) await copyPieces(ports.files, keptFiles, fileName, FILE_PIECE_BYTES, seal.encrypt);
        copied.add(fileName);
      }
      const words = JSON.stringify(kept);
      const work = await unsyncedWork(store);
      const sealed = await seal.encrypt(new TextEncoder().encode(words));
      await keptStore.bundles.put({
        id,
        ephemeral: seal.ephemeral,
        sealed,
        publicKey,
        wrapped: held?.wrapped ?? null,
        keptAt: ports.now(),
        work,
        files: [...copied],
      });
      // Another tab may have saved something meanwhile: then that is sealed too.
      if (await clearIf(store, ports, async () => JSON.stringify(await readUnsynced(store)) === words)) break;
    }
  } catch (error) {
    await keptStore.bundles.delete(id);
    throw error;
  } finally {
    keptStore.close();
  }
  await deleteCleared(store, ports);
}

async function readUnsynced(store: Store): Promise<Kept> {
  const [outbox, shadow, drafts, media] = await Promise.all([
    store.outbox.orderBy('seq').toArray(),
    store.shadow.toArray(),
    store.drafts.toArray(),
    store.media.where('state').notEqual('uploaded').filter(isOwnWork).toArray(),
  ]);
  return { outbox, shadow, drafts, media };
}

/** What is being fetched is on the server. */
const isOwnWork = ({ downloaded }: DeviceMedia) => !downloaded;
