import { useState } from 'react';
import { readDraft } from '../../../sync/drafts.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { BLANK_DOG, payloadOf } from './dog-form.ts';
import { DogFormDialog } from './dog-form-dialog.tsx';
import { TEXTS } from './texts.ts';

const DRAFT = 'dogs.create';

/** The Add New Dog dialog. */
export function AddDogDialog({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const mutate = useMutate();
  const [round, setRound] = useState(0);
  // One id for as long as the dialog is open: however often the button is tapped, it is one dog.
  const [id] = useState(() => ports.newId());
  const draft = useLive(() => readDraft(store, DRAFT), [store]);
  if (draft === undefined) return null;
  return (
    <DogFormDialog
      key={round}
      {...TEXTS.addDialog}
      failed={TEXTS.addFailed}
      draftKey={DRAFT}
      draft={round === 0 ? draft : null}
      blank={BLANK_DOG}
      picture={null}
      onSave={(values, { mediaId }) =>
        mutate('dogs.create', { id, payload: payloadOf(values), clearDraft: DRAFT, ...(mediaId && { mediaId }) })
      }
      onClose={onClose}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}
