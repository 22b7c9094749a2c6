import * as z from 'zod/mini';
import type { Program } from '../../api/contract/entities/program.ts';
import type { MutationName, MutationPayload } from '../../api/contract/mutations.ts';
import { findMutation } from './calls.ts';
import { mutate, type Mutated } from './mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { fold, pendingOf, refold, shadowOf } from './rebase.ts';
import { isRefusedEdit } from './refused-edit.ts';
import type { Store } from '../store/store.ts';

/**
 * Saves the person's edits of a deleted row as a new row: all of its refused edits together, with a program's cues and
 * the files that are not uploaded yet.
 * @returns null if the row cannot be recreated
 */
export function restoreAsNew(store: Store, ports: Ports, key: string): Promise<Mutated | null> {
  return store.transaction('rw', store.changeTables, async () => {
    const record = await store.outbox.get({ key });
    if (!record || !isRefusedEdit(record)) return null;
    const { entity, entityId } = record;
    const { row } = await shadowOf(store, entity, entityId, '');
    const create = `${entity}.create` as MutationName;
    const mutation = findMutation(create);
    if (!row || !mutation) return null;
    const edits = (await pendingOf(store, entity, entityId)).filter(isRefusedEdit);
    const { id: _id, ...edited } =
      fold(
        row,
        edits.map((edit) => ({ ...edit, state: 'queued' as const })),
      ) ?? row;
    const parsed = z.safeParse(mutation.payload, edited);
    if (!parsed.success) return null;

    const made = await mutate(store, ports, create, { payload: parsed.data as MutationPayload<MutationName> });
    for (const [orderIndex, cueId] of (await liveCuesOf(store, edited)).entries()) {
      await mutate(store, ports, 'programs.addCue', { params: { id: made.id }, payload: { cueId, orderIndex } });
    }
    for (const { seq } of edits) await store.outbox.delete(seq);
    await store.media
      .where('[entity+entityId]')
      .equals([entity, entityId])
      .and(({ state }) => state !== 'uploaded')
      .modify({ entityId: made.id });
    await refold(store, entity, entityId);
    return made;
  });
}

/** Leaves out deleted cues, which the server would refuse. */
async function liveCuesOf(store: Store, row: object): Promise<string[]> {
  const { cues = [] } = row as Partial<Program>;
  const held = await store.view('cues').bulkGet(cues.map(({ cueId }) => cueId));
  return held.flatMap((cue) => (cue && !cue.deletedAt ? [cue.id] : []));
}
