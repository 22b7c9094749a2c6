import type { Program } from '../../../api/contract/entities/program.ts';
import { mutate, type Mutated } from '../../../sync/outbox/mutate.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import type { Store } from '../../../sync/store/store.ts';
import { payloadOf, type ProgramForm } from './program-form.ts';

/**
 * Queues a new program and its cues in one transaction: all or none survive a crash. They are sent in order, and each
 * is applied once even if an answer is lost.
 */
export function createProgram(
  store: Store,
  ports: Ports,
  id: string,
  values: ProgramForm,
  clearDraft: string,
): Promise<[program: Mutated, ...cues: Mutated[]]> {
  return inOneGo(store, async () => {
    const changes: [Mutated, ...Mutated[]] = [
      await mutate(store, ports, 'programs.create', { id, payload: payloadOf(values), clearDraft }),
    ];
    for (const [orderIndex, cueId] of (await liveCues(store, values.cueIds)).entries()) {
      changes.push(await mutate(store, ports, 'programs.addCue', { params: { id }, payload: { cueId, orderIndex } }));
    }
    return changes;
  });
}

export interface ProgramChange {
  /** The program as the author saw it. */
  seen: Program;
  /** Its cues as the author saw them, in order. */
  seenCueIds: readonly string[];
  patch: Partial<ReturnType<typeof payloadOf>>;
  cueIds: readonly string[];
  clearDraft: string;
}

/** Queues a program's changes in one transaction: its fields, removed cues, added cues, then the order if it differs. */
export function updateProgram(
  store: Store,
  ports: Ports,
  { seen, seenCueIds, patch, cueIds, clearDraft }: ProgramChange,
): Promise<Mutated[]> {
  const { id } = seen;
  return inOneGo(store, async () => {
    const changes = [await mutate(store, ports, 'programs.update', { params: { id }, payload: { ...patch, base: seen }, clearDraft })];
    const gone = seenCueIds.filter((cueId) => !cueIds.includes(cueId));
    const come = await liveCues(
      store,
      cueIds.filter((cueId) => !seenCueIds.includes(cueId)),
    );
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

/** Leaves out cues that were deleted while the dialog was open, because the server would refuse them. */
async function liveCues(store: Store, cueIds: readonly string[]): Promise<string[]> {
  const cues = await store.view('cues').bulkGet([...cueIds]);
  return cues.flatMap((cue) => (cue && !cue.deletedAt ? [cue.id] : []));
}

/** Runs `body` in one transaction. `body` may await only Dexie's own promises. */
const inOneGo = <Changes>(store: Store, body: () => Promise<Changes>): Promise<Changes> =>
  store.transaction('rw', store.changeTables, body);
