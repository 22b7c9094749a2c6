import { useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { discardDraft } from '../../sync/store/drafts.ts';
import { markDraft, unmarkDraft } from '../../sync/store/marked-drafts.ts';
import { savingKey } from '../../sync/store/draft-keys.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import { saveFormChange } from '../../sync/outbox/save-form-change.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { DeviceLeft } from '../../sync/store/refuse-after-leaving.ts';
import type { Store } from '../../sync/store/store.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useSave } from '../sync/use-save.ts';
import type { SavedChange } from './tell-when-refused.ts';
import { holdSave } from './open-drafts.ts';
import type { DraftKeeper } from './use-draft-keeper.ts';
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
      write: (store: Store, ports: Ports, values: Values, mediaId: string | null, draftKey: string) => Promise<readonly SavedChange[]>;
    };

export interface MarkedSaveParts<Values extends FieldValues> {
  keeper: DraftKeeper;
  form: UseFormReturn<Values>;
  picked: PickedMedia;
  seen: unknown;
  saving: Saving<Values>;
}

/** Saves a form. Marks its draft first, because the app may end between the tap and the write. */
export function useMarkedSave<Values extends FieldValues>({ keeper, form, picked, seen, saving }: MarkedSaveParts<Values>) {
  const store = useStore();
  const ports = usePorts();
  const save = useSave();
  /** The mark that is being written or is stored; null if there is none. */
  const marking = useRef<Mark | null>(null);

  /** Call this in the task of the tap, with values that passed the form's check. A second call changes nothing. */
  const mark = (values: Values): void => {
    if (marking.current || !('changeOf' in saving)) return;
    const mediaId = picked.expected();
    if (mediaId === undefined) return;
    const change = saving.changeOf(values, mediaId);
    const from = keeper.key();
    const draft = {
      key: from,
      values: form.getValues(),
      mediaId,
      ...(seen !== undefined && { seen }),
      saving: change,
      updatedAt: ports.now(),
    };
    const marked = savingKey(from, change);
    // If the mark fails, save anyway.
    const key = markDraft(store, draft).then(
      () => marked,
      () => from,
    );
    marking.current = { key, release: holdSave(store.userId, marked) };
  };

  /** Writes the save. After an error the draft is an ordinary one again, and the next save sets a new mark. */
  const write = (values: Values): Promise<readonly SavedChange[]> =>
    save(async () => {
      try {
        const mediaId = await picked.settled();
        if ('write' in saving) return await saving.write(store, ports, values, mediaId, keeper.key());
        mark(values);
        // Wait for the mark: if it were written after the change, it would recreate the draft.
        const key = (await marking.current?.key) ?? keeper.key();
        const mutated = await saveFormChange(store, ports, key, saving.changeOf(values, mediaId));
        saving.onWritten?.(values);
        return [mutated];
      } catch (error) {
        const key = await marking.current?.key;
        // The person has signed out in another tab: nothing of theirs may stay readable here (R193).
        if (key !== undefined && error instanceof DeviceLeft) await discardDraft(store, key).catch(() => undefined);
        // If the device cannot move the draft, it stays marked, and saving again repeats the same change.
        else if (key !== undefined) await unmarkDraft(store, key).then(keeper.moveTo, () => undefined);
        throw error;
      } finally {
        marking.current?.release();
        marking.current = null;
      }
    });
  return { mark, write };
}

interface Mark {
  /** Resolves with the key of the marked draft, or with its former key if marking failed. Never rejects. */
  key: Promise<string>;
  release: () => void;
}
