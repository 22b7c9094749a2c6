import type { EntityName } from '../../api/contract/entities.ts';
import type { FormCall, FormChange } from '../store/form-change.ts';
import { mutate, type MutateOptions, type Mutated } from './mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { pendingOf } from './rebase.ts';
import type { Store } from '../store/store.ts';
import { updateWithFile } from './update-with-file.ts';

/**
 * Makes the change of a form and deletes its draft, in one transaction. Repeating it changes nothing. A missing draft
 * does not prove that the change was made: another tab may have discarded it.
 * @param draftKey the draft's current key; see `savingKey`
 * @throws as `mutate` does
 */
export async function saveFormChange(store: Store, ports: Ports, draftKey: string, change: FormChange): Promise<Mutated> {
  const { call, id, payload, mediaId, mediaRemoved = false, sets = [] } = change;
  if (call === 'videos.update' || call === 'dogs.update') {
    const entity = call === 'videos.update' ? 'videos' : 'dogs';
    // Only the file needs this check: an update drops fields whose values the row already has.
    const unless = () => isFileOfRow(store, change).then((isMade) => isMade && forgetMark(store, draftKey, id));
    return updateWithFile(store, ports, entity, id, { mediaId, removed: mediaRemoved }, { payload, clearDraft: draftKey, unless });
  }
  const isUpdate = call === 'cues.update' || call === 'sets.update' || call === 'plans.update';
  const options = { payload, clearDraft: draftKey, ...(mediaId && { mediaId }), ...(isUpdate ? { params: { id } } : { id }) };
  return store.transaction('rw', store.changeTables, async () => {
    const made = isUpdate ? null : await creationOf(store, CREATED[call], id);
    if (made) {
      await forgetMark(store, draftKey, id);
      return made;
    }
    const mutated = await mutate<FormCall>(store, ports, call, options as MutateOptions<FormCall>);
    for (const set of sets) await mutate(store, ports, 'sets.create', { payload: set });
    return mutated;
  });
}

const CREATED = { 'videos.create': 'videos', 'dogs.create': 'dogs', 'cues.create': 'cues' } as const;

/** The result of an earlier save, if the new row is already on this device. */
async function creationOf(store: Store, entity: EntityName, id: string): Promise<Mutated | null> {
  const [record] = await pendingOf(store, entity, id);
  if (!record && !(await store.view(entity).get(id))) return null;
  return { id, key: record?.key ?? null };
}

/** Whether an earlier save already gave the row this file. Saving again would delete it as the previous file. */
const isFileOfRow = async (store: Store, { id, mediaId }: FormChange) =>
  mediaId !== null && (await store.media.get(mediaId))?.entityId === id;

/** Deletes only a draft marked with this change: the key may hold another tab's draft by now. */
async function forgetMark(store: Store, draftKey: string, id: string): Promise<true> {
  if ((await store.drafts.get(draftKey))?.saving?.id === id) await store.drafts.delete(draftKey);
  return true;
}
