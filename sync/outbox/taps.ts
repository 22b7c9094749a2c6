import type { Ports } from '../ports/ports.ts';
import { DeviceLeft } from '../store/refuse-after-leaving.ts';
import type { Store, Tap } from '../store/store.ts';
import { mutate } from './mutate.ts';
import { RowMissing } from './invalid-payload.ts';

/**
 * Stores a tap in one request, in a table that no other transaction uses, so that it waits for nothing. From then on it
 * survives the end of the app, and its knot is drawn. Follow it with `foldTaps`; if the app ends before that, the engine and
 * background sync do it.
 * @throws the database's error, such as a full device
 */
export function storeTap(store: Store, tap: Tap): Promise<void> {
  return new Promise((resolve, reject) => {
    // Relaxed: the change of the set follows with strict durability. Waiting for the disk would take longer than all else.
    const transaction = store.backendDB().transaction('taps', 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The tap was not stored'));
    transaction.objectStore('taps').add(tap);
    transaction.commit();
  });
}

const folding = new WeakMap<Store, Promise<unknown>>();

/**
 * Puts the stored taps into their sets, as changes that are queued. Repeating it changes nothing, because both lists of a
 * set only grow; so a crash, or another tab that does the same, counts nothing twice.
 * @param setId throw only if the taps of this set fail
 * @throws the first error of `mutate`; the taps of that set stay stored
 */
export async function foldTaps(store: Store, ports: Ports, setId?: string): Promise<void> {
  // One after the other: taps that come meanwhile share the next change.
  const folded = (folding.get(store) ?? Promise.resolve()).then(() => foldStored(store, ports));
  folding.set(
    store,
    folded.catch(() => undefined),
  );
  const errors = await folded;
  for (const [failed, error] of errors) if (setId === undefined || failed === setId) throw error;
}

/** @returns errors by the id of their set */
async function foldStored(store: Store, ports: Ports): Promise<Map<string, unknown>> {
  const taps = await store.taps.toArray();
  const errors = new Map<string, unknown>();
  for (const setId of new Set(taps.map((tap) => tap.setId))) {
    const ofSet = taps.filter((tap) => tap.setId === setId);
    // Two taps may strike the same rep, and the contract takes each only once.
    const reps = new Set(ofSet.flatMap((tap) => tap.reps ?? []));
    const struck = new Set(ofSet.flatMap((tap) => tap.struck ?? []));
    const payload = { reps: [...reps], struck: [...struck] };
    try {
      // It may be restored; the server takes no reps before that.
      if ((await store.view('sets').get(setId))?.deletedAt) throw new RowMissing('The set is deleted');
      await mutate(store, ports, 'sets.update', { id: setId, payload });
      await store.taps.bulkDelete(ofSet.map(({ seq }) => seq));
    } catch (error) {
      // The person has signed out in another tab: nothing of theirs may stay readable here (R193).
      if (error instanceof DeviceLeft) await store.taps.clear();
      errors.set(setId, error);
    }
  }
  return errors;
}
