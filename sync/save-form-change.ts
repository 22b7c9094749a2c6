import type { FormCall, FormChange } from './form-change.ts';
import { mutate, type MutateOptions, type Mutated } from './mutate.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';
import { updateWithFile } from './update-with-file.ts';

/**
 * Makes the change of a form and deletes its draft, in one transaction.
 * @param marked the draft carries this change as `saving`: if the draft is gone, another tab has made the change
 * @throws as `mutate` does
 */
export async function saveFormChange(store: Store, ports: Ports, draftKey: string, change: FormChange, { marked }: { marked: boolean }): Promise<Mutated> {
  const { call, id, payload, mediaId, mediaRemoved = false } = change;
  const isStillToDo = async () => !marked || (await store.drafts.get(draftKey)) !== undefined;
  if (call === 'videos.update' || call === 'dogs.update') {
    const entity = call === 'videos.update' ? 'videos' : 'dogs';
    const options = { payload, clearDraft: draftKey, unless: async () => !(await isStillToDo()) };
    return updateWithFile(store, ports, entity, id, { mediaId, removed: mediaRemoved }, options);
  }
  const options = { payload, clearDraft: draftKey, ...(mediaId && { mediaId }), ...(call === 'cues.update' ? { params: { id } } : { id }) };
  return store.transaction('rw', store.changeTables, async () =>
    (await isStillToDo()) ? mutate<FormCall>(store, ports, call, options as MutateOptions<FormCall>) : { id, key: null },
  );
}
