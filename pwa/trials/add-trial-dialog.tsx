import { useState } from 'react';
import { mutate } from '../../sync/outbox/mutate.ts';
import { CreateDialog } from '../forms/create-dialog.tsx';
import { winTitles } from './win-titles.ts';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import { TrialFields } from './trial-fields.tsx';
import { blankTrial, payloadOf, trialFormResolver } from './trial-form.ts';

export function AddTrialDialog({ dogId, onClose }: { dogId: string; onClose: () => void }) {
  const [blank] = useState(() => blankTrial(dogId));
  return (
    <CreateDialog
      texts={TEXTS.addDialog}
      failed={TEXTS.addFailed}
      draftKey={`trials.create:${dogId}`}
      blank={blank}
      resolver={trialFormResolver}
      creating={(id) => ({
        write: (store, ports, values, _mediaId, clearDraft) =>
          store.transaction('rw', store.changeTables, async () => [
            await mutate(store, ports, 'trials.create', { id, payload: payloadOf(values), clearDraft }),
            ...(await winTitles(store, ports, values.dogId, values.titleWon)),
          ]),
      })}
      onClose={onClose}
    >
      {(form) => <TrialFields form={form} />}
    </CreateDialog>
  );
}
