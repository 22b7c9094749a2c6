import { eachInTurn } from '../ports/each-in-turn.ts';
import { forgetMedia } from './forget-media.ts';
import { offerFilmAgain, recoverFilm } from './recover-film.ts';
import { writingLock } from './store-file.ts';
import type { Ports } from '../ports/ports.ts';
import type { MediaError } from '../store/failure.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;
/** Time for the page of a share to load and accept its files. */
const ACCEPT_MS = 600_000;

/** Marks a file that was incomplete when the app ended; its session or draft shows it. */
const LOST: MediaError = { status: 0, code: 'lost' };

/**
 * Cleans up after a crash, at every start: half-written files (their session or draft reports the loss), unreferenced
 * files, and picked files whose dialog was abandoned. A failure does not stop the rest.
 * @throws the failures, after everything was tried
 */
export async function recoverMedia(store: Store, ports: Ports): Promise<void> {
  await eachInTurn([recoverHalfWritten, forgetGivenUp, deleteUnnamed], (step) => step(store, ports));
}

async function recoverHalfWritten(store: Store, ports: Ports): Promise<void> {
  await eachInTurn(await store.media.where('state').equals('writing').toArray(), async ({ id, filmed }) => {
    const recover = async () => (filmed && (await recoverFilm(store, ports, id))) || loseHalfWritten(store, ports, id);
    await ports.lock(writingLock(id), recover, { ifAvailable: true });
  });
}

async function loseHalfWritten(store: Store, ports: Ports, id: string): Promise<void> {
  await ports.files.delete(id);
  const { downloaded, shared } = (await store.media.get(id)) ?? {};
  // The server still has a downloaded file, and no page accepts a shared one any more.
  if (downloaded || shared) return store.media.delete(id);
  await store.transaction('rw', store.media, async () => {
    // The file's writer may have finished between the query and the lock.
    const row = await store.media.get(id);
    if (row?.state !== 'writing') return;
    await store.media.update(id, { state: 'failed', fileName: null, lastError: LOST, updatedAt: ports.now() });
  });
}

async function forgetGivenUp(store: Store, ports: Ports): Promise<void> {
  const drafted = new Set((await store.drafts.toArray()).map((draft) => draft.mediaId));
  const unlinked = await store.media
    .where('state')
    .anyOf('kept', 'failed')
    .filter((media) => media.entityId === null && !drafted.has(media.id))
    .toArray();
  await eachInTurn(unlinked, async ({ id, filmed, state, shared, updatedAt }) => {
    // Another tab may have an open dialog that has not saved its draft yet.
    if (ports.now() - updatedAt <= (shared ? ACCEPT_MS : DAY_MS)) return;
    // A picked file still exists where it was picked; a filmed one exists only here.
    if (filmed && state === 'kept') await offerFilmAgain(store, ports, id);
    else await forgetMedia(store, ports, id);
  });
}

/** Deletes files that no row names. */
export async function deleteUnnamed(store: Store, ports: Ports): Promise<void> {
  await eachInTurn(await ports.files.list(), async (name) => {
    const id = name.split('.')[0] ?? '';
    // The row is written before its file, so a file without a row is left over from an interrupted deletion.
    if (!(await store.media.get(id))) await ports.files.delete(name);
  });
}
