import { derivedId } from '../../api/contract/derived-id.ts';
import { exportedCueId } from '../../api/contract/export/references.ts';
import { isDerivedId } from '../../api/contract/text.ts';
import type { Store } from '../store/store.ts';
import type { Manifest } from './exported-files.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The id that a row of an export has here; null if all stay the same. They do, but:
 * - of another account of this server, whose rows may still be there, each row gets an id of its own, the same one each time;
 * - an imported cue that is here keeps the id that this person derives for it (R118).
 */
export async function idsHere(store: Store, { from }: Manifest, host: string): Promise<((id: string) => string) | null> {
  if (from.host === host && from.account !== store.userId) return (id) => idFrom(store.userId, id);
  const cues = await store.view('cues').toCollection().primaryKeys();
  const derived = new Map(cues.filter(isDerivedId).map((id) => [exportedCueId(id), id]));
  return derived.size === 0 ? null : (id) => derived.get(id) ?? id;
}

/** Replaces the ids of rows in a row, wherever they are. @param known ids of the export: others are words of its author */
export function withIds<Row extends object>(row: Row, known: ReadonlySet<string>, idOf: (id: string) => string): Row {
  const text = JSON.stringify(row).replaceAll(UUID, (id) => (known.has(id) ? idOf(id) : id));
  return JSON.parse(text) as Row;
}

/** An id in the form of a random one, since creates take no others (R118); the same for the same person and name. */
export const idFrom = (userId: string, name: string): string => exportedCueId(derivedId(userId, name));
