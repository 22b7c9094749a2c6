import { Dexie, type Table } from 'dexie';
import type { DeviceFiles } from '../ports/device-files.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import type { Draft } from '../store/draft-row.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { UnsyncedWork } from '../store/setting-values.ts';
import { databaseName, type ShadowRow, type Store, type Tap } from '../store/store.ts';

/** Unsynced work before it is sealed. */
export interface BundleContent {
  outbox: OutboxRecord[];
  shadow: ShadowRow[];
  drafts: Draft[];
  media: DeviceMedia[];
  /** Those whose set this device did not have. */
  taps?: (Tap & { seq: number })[];
}

/** The sealed work of one sign-out. Earlier app versions wrote only `id`, `ephemeral` and `sealed`. */
export interface Bundle {
  id: string;
  /** The public half of the seal's key pair. Together with the person's private key it opens `sealed`. */
  ephemeral: JsonWebKey;
  sealed: Uint8Array<ArrayBuffer>;
  /** The person's public key at the time of the sign-out. */
  publicKey?: JsonWebKey;
  /** The private key, wrapped so that only the server can open it. */
  wrapped?: string | null;
  /** When the work was sealed, in milliseconds since 1970. */
  keptAt?: number;
  /** How many changes, files and drafts were sealed. */
  work?: UnsyncedWork;
  /** Names of the sealed files. */
  files?: string[];
}

/** @param storeName the name of its person's store */
export const lockedWorkName = (storeName: string) => `kept-${storeName}`;

/**
 * Work of a person who has signed out of this device. Texts and files are sealed; dates, counts and file ids are
 * readable.
 */
export class LockedWorkStore extends Dexie {
  declare readonly bundles: Table<Bundle, string>;

  constructor(store: Pick<Store, 'name' | 'device'>) {
    super(lockedWorkName(store.name), { chromeTransactionDurability: 'strict', ...store.device });
    this.version(1).stores({ bundles: 'id' });
  }
}

/** Ids of all people with locked work on this device. */
export async function peopleWithLockedWork(): Promise<string[]> {
  const prefix = lockedWorkName(databaseName(''));
  const people = (await Dexie.getDatabaseNames()).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  const found: string[] = [];
  for (const userId of people) {
    const store = new LockedWorkStore({ name: databaseName(userId), device: {} });
    if ((await store.bundles.count().finally(() => store.close())) > 0) found.push(userId);
  }
  return found;
}

export const FILE_PIECE_BYTES = 4 * 1_048_576;

export const filesOf = ({ media }: BundleContent): string[] =>
  media.flatMap(({ fileName, poster }) => [fileName, poster?.fileName]).filter((name) => typeof name === 'string');

export async function copyPieces(
  from: DeviceFiles,
  to: DeviceFiles,
  name: string,
  pieceBytes: number,
  change: (piece: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const file = await from.open(name);
  // The file was copied before a crash interrupted the rest.
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
