import type { DeviceFiles } from '../ports/device-files.ts';
import { filesToKeep } from './files-to-keep.ts';
import { copyPieces, FILE_PIECE_BYTES, filesOf, type BundleContent, LockedWorkStore } from './locked-work-store.ts';
import type { Ports } from '../ports/ports.ts';
import { foldTaps } from '../outbox/taps.ts';
import { offerNotNamedYet } from '../pull/rows-not-named-yet.ts';
import { sealFor } from './seal.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { clearIf, deleteCleared, unsyncedWork } from './sign-out.ts';

/** Whether this device has received the public key, which it needs to seal work. */
export const canLockWork = async (store: Store): Promise<boolean> => (await readSetting(store, 'keepKey')) !== undefined;

/**
 * Seals unsynced work so that only this person's next sign-in opens it, and clears everything else of the person from
 * the device. Deletes readable data only after the sealed copy is safe.
 * @param lockedFiles store for sealed files; not the person's own, which gets cleared
 * @throws when there is no key, a file is still being written, or the device is full. It has then cleared nothing
 */
export async function lockWork(store: Store, ports: Ports, lockedFiles: DeviceFiles): Promise<void> {
  const [publicKey, held] = await Promise.all([readSetting(store, 'keepKey'), readSetting(store, 'keepKeyHeld')]);
  if (!publicKey) throw new Error('No key has been delivered to this device');
  await offerNotNamedYet(store, ports);
  // A tap that no set takes is sealed as it is, and keeps nothing else back.
  await foldTaps(store, ports).catch(() => undefined);
  const seal = await sealFor(publicKey);
  const id = ports.newId();
  const copied = new Set<string>();
  const lockedStore = new LockedWorkStore(store);
  try {
    for (;;) {
      const content = await readUnsynced(store);
      if (content.media.some(({ state }) => state === 'writing')) throw new Error('A file is still being written');
      for (const fileName of filesOf(content)) {
        if (!copied.has(fileName)) await copyPieces(ports.files, lockedFiles, fileName, FILE_PIECE_BYTES, seal.encrypt);
        copied.add(fileName);
      }
      const words = JSON.stringify(content);
      const work = await unsyncedWork(store);
      const sealed = await seal.encrypt(new TextEncoder().encode(words));
      await lockedStore.bundles.put({
        id,
        ephemeral: seal.ephemeral,
        sealed,
        publicKey,
        wrapped: held?.wrapped ?? null,
        keptAt: ports.now(),
        work,
        files: [...copied],
      });
      // Another tab may have saved something meanwhile; seal that too.
      if (await clearIf(store, ports, async () => JSON.stringify(await readUnsynced(store)) === words)) break;
    }
  } catch (error) {
    await lockedStore.bundles.delete(id);
    throw error;
  } finally {
    lockedStore.close();
  }
  await deleteCleared(store, ports);
}

async function readUnsynced(store: Store): Promise<BundleContent> {
  const [outbox, shadow, drafts, media, taps] = await Promise.all([
    store.outbox.orderBy('seq').toArray(),
    store.shadow.toArray(),
    store.drafts.toArray(),
    filesToKeep(store),
    store.taps.toArray(),
  ]);
  return { outbox, shadow, drafts, media, taps };
}
