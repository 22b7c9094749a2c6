import { useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { saveDraftAtOnce } from '../../sync/store/drafts.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import { saveFormChange } from '../../sync/outbox/save-form-change.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useSave } from '../sync/use-save.ts';
import type { SavedChange } from './tell-when-refused.ts';
import type { PickedMedia } from './use-picked-media.ts';

/** How a form saves on this device and deletes its draft. */
export type Saving<Values> =
  | {
      /** One change. If the app ends before the write, the next start completes it. */
      changeOf: (values: Values, mediaId: string | null) => FormChange;
      onWritten?: (values: Values) => void;
    }
  | {
      /** Several changes in a transaction of their own. */
      write: (store: Store, ports: Ports, values: Values, mediaId: string | null) => Promise<readonly SavedChange[]>;
    };

export interface MarkedSaveParts<Values extends FieldValues> {
  draftKey: string;
  form: UseFormReturn<Values>;
  picked: PickedMedia;
  seen: unknown;
  saving: Saving<Values>;
}

/** Saves a form. Marks its draft first, because the app may end between the tap and the write. */
export function useMarkedSave<Values extends FieldValues>({ draftKey, form, picked, seen, saving }: MarkedSaveParts<Values>) {
  const store = useStore();
  const ports = usePorts();
  const save = useSave();
  /** The write of the mark; never rejects. */
  const marking = useRef<Promise<void> | null>(null);

  /** Call it in the task of the tap, with values that passed the form's check. A second call changes nothing. */
  const mark = (values: Values): void => {
    if (marking.current || !('changeOf' in saving)) return;
    const mediaId = picked.expected();
    if (mediaId === undefined) return;
    const draft = { key: draftKey, values: form.getValues(), mediaId, ...(seen !== undefined && { seen }), updatedAt: ports.now() };
    const put = async () => saveDraftAtOnce(store, { ...draft, saving: saving.changeOf(values, mediaId) });
    // If the mark fails, save anyway.
    marking.current = put().catch(() => undefined);
  };

  /** Writes the save. After an error the next save sets a new mark. */
  const write = (values: Values): Promise<readonly SavedChange[]> =>
    save(async () => {
      try {
        const mediaId = await picked.settled();
        if ('write' in saving) return await saving.write(store, ports, values, mediaId);
        mark(values);
        // A mark written after the change would recreate the draft.
        await marking.current;
        const mutated = await saveFormChange(store, ports, draftKey, saving.changeOf(values, mediaId));
        saving.onWritten?.(values);
        return [mutated];
      } finally {
        marking.current = null;
      }
    });
  return { mark, write };
}
