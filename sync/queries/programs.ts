import type { Cue } from '../../api/contract/entities/cue.ts';
import type { Program } from '../../api/contract/entities/program.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface ProgramCard {
  program: Program;
  dog: { id: string; name: string } | null;
  /** In program order. Deleted cues are hidden here and reappear when restored. */
  cues: Cue[];
  sync: RowSync;
}

/** The person's own programs, newest first. */
export async function listPrograms(store: Store): Promise<ProgramCard[]> {
  return asCards(store, await store.view('programs').orderBy('live').reverse().toArray());
}

/** Null if this device has no such program, or it was deleted. */
export async function getProgram(store: Store, id: string): Promise<ProgramCard | null> {
  const program = await store.view('programs').get(id);
  if (!program || program.deletedAt) return null;
  return (await asCards(store, [program]))[0] ?? null;
}

async function asCards(store: Store, programs: StoredRow<'programs'>[]): Promise<ProgramCard[]> {
  const [dogs, cues, syncOf] = await Promise.all([
    store.view('dogs').bulkGet([...new Set(programs.flatMap(({ dogId }) => dogId ?? []))]),
    store.view('cues').bulkGet([...new Set(programs.flatMap((program) => program.cues.map(({ cueId }) => cueId)))]),
    readRowSyncs(
      store,
      'programs',
      programs.map(({ id }) => id),
    ),
  ]);
  const dogOf = new Map(dogs.flatMap((dog) => (dog && !dog.deletedAt ? [[dog.id, { id: dog.id, name: dog.name }] as const] : [])));
  const cueOf = new Map(cues.flatMap((cue) => (cue && !cue.deletedAt ? [[cue.id, plainRow(cue)] as const] : [])));
  return programs.map((program) => ({
    program: plainRow(program),
    dog: (program.dogId !== null && dogOf.get(program.dogId)) || null,
    cues: program.cues.flatMap(({ cueId }) => cueOf.get(cueId) ?? []),
    sync: syncOf(program.id).sync,
  }));
}
