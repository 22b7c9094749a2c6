import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Dog, DogPatch } from '../../../api/contract/entities/dog.ts';
import { type Draft, readDraft } from '../../../sync/drafts.ts';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { showFailure } from '../../forms/show-failure.ts';
import { draftOver } from '../../forms/draft-values.ts';
import { DraftLine } from '../../forms/draft-line.tsx';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { tellWhenRefused } from '../../forms/tell-when-refused.ts';
import { useDraftKeeper } from '../../forms/use-draft-keeper.ts';
import { useRefusalToast } from '../../forms/use-refusal-toast.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { TEXTS } from './texts.ts';

const NotesSchema = z.object({ notes: z.nonoptional(DogPatch.shape.notes) });
interface NotesForm {
  notes: string;
}

const draftKey = (id: string) => `dogs.notes:${id}`;

/** The Training Notes area with Save Notes. Unsaved words are kept as a draft. */
export function DogNotes({ dog }: { dog: Dog }) {
  const store = useStore();
  const [round, setRound] = useState(0);
  const draft = useLive(() => readDraft(store, draftKey(dog.id)), [store, dog.id]);
  if (draft === undefined) return null;
  // Saved, discarded, or changed by another device: the form starts anew with what stands.
  return <NotesArea key={round} dog={dog} draft={round === 0 ? draft : null} onSettled={() => setRound(round + 1)} />;
}

function NotesArea({ dog, draft, onSettled }: { dog: Dog; draft: Draft | null; onSettled: () => void }) {
  const store = useStore();
  const mutate = useMutate();
  const [blank] = useState<NotesForm>(() => (draft?.seen as NotesForm | undefined) ?? { notes: dog.notes });
  const [hadDraft] = useState(draft !== null);
  const [pending, setPending] = useState(false);
  const form = useForm<NotesForm>({ defaultValues: draftOver(blank, draft?.values), resolver: standardSchemaResolver(NotesSchema) });
  const refuse = useRefusalToast(form);
  const keeper = useDraftKeeper(draftKey(dog.id), form, blank, { seen: blank });

  const movedOn = dog.notes !== blank.notes && !keeper.dirty && !pending;
  useEffect(() => {
    if (movedOn) onSettled();
  }, [movedOn, onSettled]);

  const save = async ({ notes }: NotesForm) => {
    if (pending) return;
    setPending(true);
    keeper.settle();
    try {
      const payload = { notes, base: { notes: blank.notes } };
      const { key } = await mutate('dogs.update', { params: { id: dog.id }, payload, clearDraft: draftKey(dog.id) });
      dropErrorToast();
      tellWhenRefused(store, [{ key }], TEXTS.notesFailed, { inServersWords: true });
      onSettled();
    } catch (error) {
      keeper.resume();
      showFailure(error, TEXTS.notesFailed);
    }
    setPending(false);
  };

  return (
    <form
      noValidate
      className="mt-8 grid gap-3"
      onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}
    >
      <TextArea label={TEXTS.notes} error={form.formState.errors.notes?.message} {...form.register('notes')} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" pending={pending && TEXTS.saving}>
          {TEXTS.saveNotes}
        </Button>
        {hadDraft && keeper.dirty && <DraftLine onDiscard={() => void keeper.discard().then(onSettled)} />}
      </div>
    </form>
  );
}
