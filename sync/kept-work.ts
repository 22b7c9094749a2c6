import { Dexie, type Table } from 'dexie';
import type { DeviceFiles } from './device-files.ts';
import type { DeviceMedia } from './device-media.ts';
import type { Draft } from './drafts.ts';
import { fetchKeepKey } from './keep-key.ts';
import type { OutboxRecord } from './outbox-record.ts';
import type { Ports } from './ports.ts';
import { refold } from './rebase.ts';
import { openSeal, SEAL_BYTES, sealFor } from './seal.ts';
import { readSetting, writeSetting } from './settings.ts';
import { plainRow } from './stored-row.ts';
import type { ShadowRow, Store } from './store.ts';
import { clearIf, deleteCleared } from './sign-out.ts';

/** What is only on this device, as it is sealed. */
interface Kept {
  outbox: OutboxRecord[];
  shadow: ShadowRow[];
  drafts: Draft[];
  media: DeviceMedia[];
}

interface Bundle {
  id: string;
  /** Opens with the user's private key only. */
  ephemeral: JsonWebKey;
  sealed: Uint8Array<ArrayBuffer>;
}

const FILE_PIECE_BYTES = 4 * 1_048_576;

/** Sealed work of a user who has signed out of this device. It holds nothing that anybody else here could read. */
class KeptStore extends Dexie {
  declare readonly bundles: Table<Bundle, string>;

  constructor(store: Store) {
    super(`kept-${store.name}`, { chromeTransactionDurability: 'strict', ...store.device });
    this.version(1).stores({ bundles: 'id' });
  }
}

/** Whether work can be locked on this device: its public key has been delivered. */
export const canKeep = async (store: Store): Promise<boolean> => (await readSetting(store, 'keepKey')) !== undefined;

/**
 * Seals what is unsynced so that only this user's next sign-in opens it, and clears everything else of the user from
 * the device. What is readable goes only after what is sealed is safe.
 * @param keptFiles where sealed files go: not among the user's own, which are swept
 * @throws when no key was delivered, a file is still being written, or the device is full: then nothing has changed
 */
export async function keepLocked(store: Store, ports: Ports, keptFiles: DeviceFiles): Promise<void> {
  const publicKey = await readSetting(store, 'keepKey');
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
      const sealed = await seal.encrypt(new TextEncoder().encode(words));
      await keptStore.bundles.put({ id, ephemeral: seal.ephemeral, sealed });
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

/**
 * Brings kept work back at the same user's next sign-in: files first, then rows and changes in one transaction, then
 * what was sealed goes. Does nothing while the server cannot be reached.
 * @returns whether nothing is kept any more
 */
export async function unlockKept(store: Store, ports: Ports, keptFiles: DeviceFiles): Promise<boolean> {
  const keptStore = new KeptStore(store);
  try {
    const bundles = await keptStore.bundles.toArray();
    if (bundles.length === 0) return true;
    const keys = await fetchKeepKey(ports, store.userId);
    if (!keys) return false;
    for (const { id, ephemeral, sealed } of bundles) {
      const open = await openSeal(keys.privateKey, ephemeral);
      const kept = JSON.parse(new TextDecoder().decode(await open(sealed))) as Kept;
      for (const fileName of filesOf(kept)) {
        await copyPieces(keptFiles, ports.files, fileName, FILE_PIECE_BYTES + SEAL_BYTES, open);
      }
      await bringBack(store, kept);
      await keptStore.bundles.delete(id);
      for (const fileName of filesOf(kept)) await keptFiles.delete(fileName);
    }
    await writeSetting(store, 'wake', ports.newId());
    return true;
  } finally {
    keptStore.close();
  }
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

const filesOf = ({ media }: Kept): string[] =>
  media.flatMap(({ fileName, poster }) => [fileName, poster?.fileName]).filter((name) => typeof name === 'string');

async function copyPieces(
  from: DeviceFiles,
  to: DeviceFiles,
  name: string,
  pieceBytes: number,
  change: (piece: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const file = await from.open(name);
  // A crash after it was copied and before the rest: it is there already.
  if (!file) return;
  const writer = await to.create(name);
  try {
    for (let at = 0; at < file.size; at += pieceBytes) {
      const piece = await file.slice(at, Math.min(file.size, at + pieceBytes));
      await writer.write(await change(new Uint8Array(await piece.arrayBuffer())));
    }
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

async function bringBack(store: Store, { outbox, shadow, drafts, media }: Kept): Promise<void> {
  await store.transaction('rw', [...store.rowTables, store.drafts], async () => {
    for (const row of shadow) {
      // What has been pulled since is newer.
      if (!(await store.shadow.get([row.entity, row.id]))) await store.shadow.put(await asPulledSince(store, row));
    }
    for (const { seq: _seq, ...record } of outbox) {
      // Twice after a crash: the same key is the same change.
      if (!(await store.outbox.get({ key: record.key }))) await store.outbox.add({ ...record, state: record.state === 'sending' ? 'queued' : record.state });
    }
    await store.drafts.bulkPut(drafts);
    await store.media.bulkPut(media);
    for (const { entity, id } of shadow) await refold(store, entity, id);
  });
}

/** All was read before kept work is opened: a row that is not here then has gone. */
async function asPulledSince(store: Store, kept: ShadowRow): Promise<ShadowRow> {
  const view = await store.view(kept.entity).get(kept.id);
  if (!view) return { ...kept, gone: kept.gone || kept.row !== null };
  return !kept.row || view.version > kept.row.version ? { ...kept, row: plainRow(view) } : kept;
}
