import type { Program } from '../../../api/contract/entities/program.ts';
import { mutate, type Mutated } from '../../../sync/mutate.ts';
import type { Ports } from '../../../sync/ports.ts';
import type { Store } from '../../../sync/store.ts';
import { payloadOf, type ProgramForm } from './program-form.ts';

/**
 * Queues a new program and its cues in one go: after a crash or an answer that was lost there are all of these changes
 * or none, each sent in its turn and applied once.
 */
export function createProgram(store: Store, ports: Ports, id: string, values: ProgramForm, clearDraft: string): Promise<[program: Mutated, ...cues: Mutated[]]> {
  return inOneGo(store, async () => {
    const changes: [Mutated, ...Mutated[]] = [await mutate(store, ports, 'programs.create', { id, payload: payloadOf(values), clearDraft })];
    for (const [orderIndex, cueId] of (await liveCues(store, values.cueIds)).entries()) {
      changes.push(await mutate(store, ports, 'programs.addCue', { params: { id }, payload: { cueId, orderIndex } }));
    }
    return changes;
  });
}

export interface ProgramChange {
  /** The program as its author saw it. */
  seen: Program;
  /** Its cues as its author saw them, first to last. */
  seenCueIds: readonly string[];
  patch: Partial<ReturnType<typeof payloadOf>>;
  cueIds: readonly string[];
  clearDraft: string;
}

/** Queues what was changed of a program in one go: cues that went, cues that came, and then the order if it is another. */
export function updateProgram(store: Store, ports: Ports, { seen, seenCueIds, patch, cueIds, clearDraft }: ProgramChange): Promise<Mutated[]> {
  const { id } = seen;
  return inOneGo(store, async () => {
    const base = { name: seen.name, dogId: seen.dogId, goal: seen.goal };
    const changes = [await mutate(store, ports, 'programs.update', { params: { id }, payload: { ...patch, base }, clearDraft })];
    const gone = seenCueIds.filter((cueId) => !cueIds.includes(cueId));
    const come = await liveCues(store, cueIds.filter((cueId) => !seenCueIds.includes(cueId)));
    for (const cueId of gone) changes.push(await mutate(store, ports, 'programs.removeCue', { params: { id, cueId } }));
    let orderIndex = 1 + Math.max(-1, ...seen.cues.map((cue) => cue.orderIndex));
    for (const cueId of come) {
      changes.push(await mutate(store, ports, 'programs.addCue', { params: { id }, payload: { cueId, orderIndex } }));
      orderIndex += 1;
    }
    const unordered = [...seenCueIds.filter((cueId) => !gone.includes(cueId)), ...come];
    const ordered = cueIds.filter((cueId) => unordered.includes(cueId));
    if (ordered.some((cueId, place) => cueId !== unordered[place])) {
      changes.push(await mutate(store, ports, 'programs.orderCues', { params: { id }, payload: { cueIds: ordered } }));
    }
    return changes;
  });
}

/** Without those that were deleted while the dialog was open: the server would refuse them. */
async function liveCues(store: Store, cueIds: readonly string[]): Promise<string[]> {
  const cues = await store.view('cues').bulkGet([...cueIds]);
  return cues.flatMap((cue) => (cue && !cue.deletedAt ? [cue.id] : []));
}

/** All or nothing. Only Dexie's own promises may be awaited in `body`. */
const inOneGo = <Changes>(store: Store, body: () => Promise<Changes>): Promise<Changes> =>
  store.transaction('rw', store.changeTables, body);
