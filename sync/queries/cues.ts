import type { Cue } from '../../api/contract/entities/cue.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface CueCard {
  cue: Cue;
  sync: RowSync;
}

/** The person's own cues by name, in the order of the person's language. */
export async function listCues(store: Store): Promise<CueCard[]> {
  const cues = await store.view('cues').orderBy('live').toArray();
  const byName = new Intl.Collator();
  return asCards(
    store,
    cues.toSorted((a, b) => byName.compare(a.name, b.name)),
  );
}

/** Null if this device has no such cue, or it was deleted. */
export async function getCue(store: Store, id: string): Promise<CueCard | null> {
  const cue = await store.view('cues').get(id);
  if (!cue || cue.deletedAt) return null;
  return (await asCards(store, [cue]))[0] ?? null;
}

async function asCards(store: Store, cues: StoredRow<'cues'>[]): Promise<CueCard[]> {
  const syncOf = await readRowSyncs(
    store,
    'cues',
    cues.map(({ id }) => id),
  );
  return cues.map((cue) => ({ cue: plainRow(cue), sync: syncOf(cue.id).sync }));
}
