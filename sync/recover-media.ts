import { eachInTurn } from './each-in-turn.ts';
import { forgetMedia } from './forget-media.ts';
import { offerFilmAgain, recoverFilm } from './keep-film.ts';
import { keepLock } from './keep-file.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;

/** What a person reads on a draft or log whose file was not wholly written when the app ended. */
export const LOST_FILE = 'The app was closed before this file was safe on this device. Please add it again.';

/**
 * Sets right what a crash left behind, at every start: files half written (their log or draft says so), files that
 * nothing names, and picked files whose dialog was given up. A file that cannot be set right does not keep the others
 * from it.
 * @throws what went wrong with some of them, once all have had their turn
 */
export async function recoverMedia(store: Store, ports: Ports): Promise<void> {
  await eachInTurn([recoverHalfWritten, forgetGivenUp, deleteUnnamed], (step) => step(store, ports));
}

async function recoverHalfWritten(store: Store, ports: Ports): Promise<void> {
  await eachInTurn(await store.media.where('state').equals('writing').toArray(), async ({ id, filmed }) => {
    const recover = async () => (filmed && (await recoverFilm(store, ports, id))) || loseHalfWritten(store, ports, id);
    await ports.lock(keepLock(id), recover, { ifAvailable: true });
  });
}

async function loseHalfWritten(store: Store, ports: Ports, id: string): Promise<void> {
  await ports.files.delete(id);
  // Fetched from the server, where it still is.
  if ((await store.media.get(id))?.downloaded) return store.media.delete(id);
  await store.transaction('rw', store.media, async () => {
    // Between the look and the lock its writer may have finished.
    const row = await store.media.get(id);
    if (row?.state !== 'writing') return;
    const lastError = { status: 0, code: 'lost', message: LOST_FILE };
    await store.media.update(id, { state: 'failed', fileName: null, lastError, updatedAt: ports.now() });
  });
}

async function forgetGivenUp(store: Store, ports: Ports): Promise<void> {
  const drafted = new Set((await store.drafts.toArray()).map((draft) => draft.mediaId));
  const unlinked = await store.media
    .where('state')
    .anyOf('kept', 'failed')
    .filter((media) => media.entityId === null && !drafted.has(media.id))
    .toArray();
  await eachInTurn(unlinked, async ({ id, filmed, state, updatedAt }) => {
    // A dialog may be open elsewhere that has not saved its draft yet.
    if (ports.now() - updatedAt <= DAY_MS) return;
    // What was picked is still where it was picked from; a film is nowhere else.
    if (filmed && state === 'kept') await offerFilmAgain(store, ports, id);
    else await forgetMedia(store, ports, id);
  });
}

async function deleteUnnamed(store: Store, ports: Ports): Promise<void> {
  await eachInTurn(await ports.files.list(), async (name) => {
    const id = name.split('.')[0] ?? '';
    // A row is written before its file, so a file without one was left by a crash between two deletions.
    if (!(await store.media.get(id))) await ports.files.delete(name);
  });
}
