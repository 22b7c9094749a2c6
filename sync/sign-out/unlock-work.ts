import { foldTaps } from '../outbox/taps.ts';
import type { KeepKeyAnswer, KeepKeyPair, KeepKeyReturn } from '../../api/contract/online-calls.ts';
import type { DeviceFiles } from '../ports/device-files.ts';
import type { MediaError } from '../store/failure.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { fetchKeyPairs, isSameKey, pairsOf, returnKeyPair } from './lock-key.ts';
import { type Bundle, copyPieces, FILE_PIECE_BYTES, filesOf, type BundleContent, LockedWorkStore } from './locked-work-store.ts';
import type { LockedWork } from '../store/setting-values.ts';
import type { Ports } from '../ports/ports.ts';
import { refold } from '../outbox/rebase.ts';
import { openSeal, SEAL_BYTES } from './seal.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { addBeside, keysOfOpenForms } from './spare-drafts.ts';
import { plainRow } from '../store/stored-row.ts';
import type { ShadowRow, Store } from '../store/store.ts';

/** Marks a file that cannot be opened; its session or draft shows it. */
const DAMAGED: MediaError = { status: 0, code: 'damaged' };

/**
 * Restores locked work at the same person's next sign-in, bundle by bundle: first its files, then rows and changes in
 * one transaction. Then it deletes the sealed copy. A bundle that cannot be opened stays and is reported to the person.
 * Opens nothing while the server is unreachable or does not provide the keys.
 * @returns false when the server could not be asked for the key of every bundle, so that another attempt is due
 * @throws the first fault of this device, such as a full disk, after all bundles were tried
 */
export async function unlockWork(store: Store, ports: Ports, lockedFiles: DeviceFiles): Promise<boolean> {
  const lockedStore = new LockedWorkStore(store);
  try {
    const bundles = await lockedStore.bundles.toArray();
    const locked: LockedWork[] = [];
    let opened = 0;
    let reached = true;
    const faults: unknown[] = [];
    await deleteUnnamed(store, ports, lockedStore, lockedFiles).catch((error: unknown) => faults.push(error));
    if (bundles.length > 0) {
      const keys = await fetchKeyPairs(ports, store.userId);
      const before = (await readSetting(store, 'lockedWork')) ?? [];
      for (const bundle of bundles) {
        const result = await openBundle(store, ports, lockedFiles, bundle, keys).catch((error: unknown) => {
          faults.push(error);
          return 'failed' as const;
        });
        if (result === 'opened') {
          await removeBundle(lockedStore, lockedFiles, bundle);
          opened += 1;
          continue;
        }
        if (result === 'no-answer' || result === 'not-yet') reached = false;
        // Without an answer nothing new is known: keep the reason shown before.
        const held = before.find(({ id }) => id === bundle.id);
        locked.push(result === 'no-answer' && held ? held : entryOf(bundle, result));
      }
    }
    await noteLocked(store, locked);
    if (opened > 0) await writeSetting(store, 'wake', ports.newId());
    if (faults.length > 0) throw faults[0];
    return reached;
  } finally {
    lockedStore.close();
  }
}

/**
 * Lists locked work before the server is asked for its keys, so that all of it is visible without a connection (R289).
 * Keeps entries that are already listed.
 */
export async function listLockedWork(store: Store): Promise<void> {
  const lockedStore = new LockedWorkStore(store);
  try {
    const before = (await readSetting(store, 'lockedWork')) ?? [];
    const bundles = await lockedStore.bundles.toArray();
    await noteLocked(
      store,
      bundles.map((bundle) => before.find(({ id }) => id === bundle.id) ?? entryOf(bundle, 'no-answer')),
    );
  } finally {
    lockedStore.close();
  }
}

const entryOf = ({ id, keptAt, work }: Bundle, reason: LockedWork['reason']): LockedWork => ({
  id,
  reason,
  keptAt: keptAt ?? null,
  work: work ?? null,
});

/** Discards locked work that cannot be opened. */
export async function discardLockedWork(store: Store, lockedFiles: DeviceFiles, id: string): Promise<void> {
  const lockedStore = new LockedWorkStore(store);
  try {
    const bundle = await lockedStore.bundles.get(id);
    if (bundle) await removeBundle(lockedStore, lockedFiles, bundle);
    await noteLocked(
      store,
      ((await readSetting(store, 'lockedWork')) ?? []).filter((locked) => locked.id !== id),
    );
  } finally {
    lockedStore.close();
  }
}

async function noteLocked(store: Store, locked: readonly LockedWork[]): Promise<void> {
  const before = (await readSetting(store, 'lockedWork')) ?? [];
  if (JSON.stringify(before) !== JSON.stringify(locked)) await writeSetting(store, 'lockedWork', locked);
}

/** Deletes sealed files that a crash left without a bundle. */
async function deleteUnnamed(store: Store, ports: Ports, lockedStore: LockedWorkStore, lockedFiles: DeviceFiles): Promise<void> {
  const sweep = async () => {
    const bundles = await lockedStore.bundles.toArray();
    // Bundles of an older version did not list their files.
    if (bundles.some(({ files }) => !files)) return;
    const named = new Set(bundles.flatMap(({ files = [] }) => files));
    for (const name of await lockedFiles.list()) if (!named.has(name)) await lockedFiles.delete(name);
  };
  // Another tab that is signing out holds this lock, and seals files before the bundle that names them.
  await ports.lock(`longline-cycle-${store.userId}`, sweep, { ifAvailable: true });
}

/** Deletes the bundle first: its files are useless without it, but it holds work even without its files. */
async function removeBundle(lockedStore: LockedWorkStore, lockedFiles: DeviceFiles, { id, files }: Bundle): Promise<void> {
  await lockedStore.bundles.delete(id);
  const others = await lockedStore.bundles.toArray();
  // Bundles of an older version do not list their files: delete those with the last bundle.
  const names = files ?? (others.length === 0 ? await lockedFiles.list() : []);
  for (const name of names) await lockedFiles.delete(name);
}

async function openBundle(
  store: Store,
  ports: Ports,
  lockedFiles: DeviceFiles,
  bundle: Bundle,
  keys: KeepKeyAnswer | 'no-answer' | 'not-yet',
): Promise<'opened' | LockedWork['reason']> {
  if (keys === 'no-answer' || keys === 'not-yet') return keys;
  const pairs = await pairsFor(ports, store.userId, bundle, keys);
  if (pairs === 'no-answer' || pairs === 'not-yet') return pairs;
  for (const { privateKey } of pairs) {
    const open = await openSeal(privateKey, bundle.ephemeral);
    const words = await open(bundle.sealed).catch(() => null);
    if (!words) continue;
    const content = JSON.parse(new TextDecoder().decode(words)) as BundleContent;
    if (!bundle.files) bundle.files = filesOf(content);
    const damaged = new Set<string>();
    for (const fileName of filesOf(content)) {
      const isWhole = await copyPieces(lockedFiles, ports.files, fileName, FILE_PIECE_BYTES + SEAL_BYTES, open).then(
        () => true,
        isNotDamaged,
      );
      if (!isWhole) damaged.add(fileName);
    }
    const media = content.media.map((row) => withoutDamaged(row, damaged, ports.now()));
    await bringBack(store, ports, { ...content, media }, bundle.id);
    return 'opened';
  }
  // Older bundles do not name their key. If no pair opens one, assume that its key is missing.
  return bundle.publicKey && pairs.length > 0 ? 'damaged' : 'no-key';
}

/** @throws errors unrelated to the bundle, such as a full device; the bundle is retried later */
function isNotDamaged(error: unknown): false {
  if ((error as Error).name === 'OperationError') return false;
  throw error;
}

function withoutDamaged(row: DeviceMedia, damaged: ReadonlySet<string>, updatedAt: number): DeviceMedia {
  const left: DeviceMedia = row.poster && damaged.has(row.poster.fileName) ? { ...row, poster: null, posterState: 'none' } : row;
  if (!row.fileName || !damaged.has(row.fileName)) return left;
  return { ...left, state: 'failed', fileName: null, lastError: DAMAGED, updatedAt };
}

/**
 * The pairs that may open a bundle: the one that it names, returned to the server if necessary; all if it names none.
 */
async function pairsFor(
  ports: Ports,
  userId: string,
  { publicKey, wrapped }: Bundle,
  keys: KeepKeyAnswer,
): Promise<KeepKeyPair[] | 'not-yet' | 'no-answer'> {
  if (!publicKey) return pairsOf(keys);
  const known = pairsOf(keys).filter((pair) => isSameKey(pair.publicKey, publicKey));
  if (known.length > 0 || !wrapped) return known;
  const returned = await returnKeyPair(ports, userId, { publicKey: publicKey as KeepKeyReturn['publicKey'], wrapped });
  if (returned === 'no-answer' || returned === 'not-yet') return returned;
  return returned === 'refused' ? [] : [returned];
}

async function bringBack(
  store: Store,
  ports: Ports,
  { outbox, shadow, drafts, media, taps = [] }: BundleContent,
  bundleId: string,
): Promise<void> {
  const openForms = await keysOfOpenForms(
    store,
    ports,
    drafts.map(({ key }) => key),
  );
  await store.transaction('rw', [...store.rowTables, store.drafts, store.taps], async () => {
    for (const row of shadow) {
      // A row pulled since is newer.
      if (!(await store.shadow.get([row.entity, row.id]))) await store.shadow.put(await asPulledSince(store, row));
    }
    for (const { seq: _seq, ...record } of outbox) {
      // After a crash this runs again; the same key is the same change.
      if (!(await store.outbox.get({ key: record.key })))
        await store.outbox.add({ ...record, state: record.state === 'sending' ? 'queued' : record.state });
    }
    // An interrupted save becomes an ordinary draft: since signing out, its author may have logged it elsewhere.
    for (const { saving: _saving, ...draft } of drafts) await addBeside(store, draft, bundleId, openForms);
    await store.media.bulkPut(media);
    for (const { entity, id } of shadow) await refold(store, entity, id);
    await store.taps.bulkAdd(taps.map(({ seq: _seq, ...tap }) => tap));
  });
  await foldTaps(store, ports).catch(() => undefined);
}

/** Runs after a full read, so a row that is missing here was deleted. */
async function asPulledSince(store: Store, sealed: ShadowRow): Promise<ShadowRow> {
  const view = await store.view(sealed.entity).get(sealed.id);
  if (!view) return { ...sealed, gone: sealed.gone || sealed.row !== null };
  return !sealed.row || view.version > sealed.row.version ? { ...sealed, row: plainRow(view) } : sealed;
}
