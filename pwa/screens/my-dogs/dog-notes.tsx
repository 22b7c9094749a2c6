import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Dog, DogPatch } from '../../../api/contract/entities/dog.ts';
import type { Draft } from '../../../sync/store/draft-row.ts';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { showFailure } from '../../forms/show-failure.ts';
import { draftOver } from '../../forms/draft-values.ts';
import { DraftLine } from '../../forms/draft-line.tsx';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { tellWhenRefused } from '../../forms/tell-when-refused.ts';
import { useDraftKeeper } from '../../forms/use-draft-keeper.ts';
import { useOpeningDraft } from '../../forms/use-opening-draft.ts';
import { useRefusalToast } from '../../forms/use-refusal-toast.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { TEXTS } from './texts.ts';

const NotesSchema = z.object({ notes: z.nonoptional(DogPatch.shape.notes) });
interface NotesForm {
  notes: string;
}

const draftKey = (id: string) => `dogs.notes:${id}`;

/** The Training Notes area with Save Notes. Unsaved text is kept as a draft. */
export function DogNotes({ dog }: { dog: Dog }) {
  const device = useDeviceWord();
  const [{ round, saved }, begin] = useState({ round: 0, saved: false });
  const draft = useOpeningDraft(draftKey(dog.id));
  if (draft === undefined) return null;
  // After a save, a discard or another device's change, remount the form with the current notes.
  return (
    <>
      <NotesArea
        key={round}
        draft={round === 0 ? draft : null}
        onSettled={(now) => begin({ round: round + 1, saved: now })}
        onTyped={() => begin({ round, saved: false })}
        {...{ dog, saved }}
      />
      {/* Keeps its height while empty, so that nothing moves when the text appears. */}
      <p role="status" className="mt-1 -mb-3 min-h-6 text-15 text-ink-2">
        {saved && TEXTS.notesSaved(device)}
      </p>
    </>
  );
}

interface NotesAreaProps {
  dog: Dog;
  draft: Draft | null;
  /** Whether the shown notes have just been saved. */
  saved: boolean;
  onSettled: (saved: boolean) => void;
  onTyped: () => void;
}

function NotesArea({ dog, draft, saved, onSettled, onTyped }: NotesAreaProps) {
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
    // Something may have been typed since this was rendered.
    if (movedOn && form.getValues('notes') === blank.notes) onSettled(saved);
  }, [blank, form, movedOn, onSettled, saved]);

  const isTypedOn = saved && keeper.dirty;
  useEffect(() => {
    if (isTypedOn) onTyped();
  }, [isTypedOn, onTyped]);

  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The previous form has unmounted with its focused button.
    if (saved && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [saved]);

  const save = async ({ notes }: NotesForm) => {
    if (pending) return;
    setPending(true);
    keeper.settle();
    try {
      const payload = { notes, base: { notes: blank.notes } };
      const { key } = await mutate('dogs.update', { params: { id: dog.id }, payload, clearDraft: keeper.key() });
      dropErrorToast();
      tellWhenRefused(store, [{ key }], TEXTS.notesFailed, { inServersWords: true });
      onSettled(true);
    } catch (error) {
      keeper.resume();
      showFailure(error, TEXTS.notesFailed);
    }
    setPending(false);
  };

  return (
    <form noValidate className="one-row-if-low mt-8 grid gap-3" onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}>
      <TextArea
        className="[&>textarea]:scroll-mb-20"
        label={TEXTS.notes}
        error={form.formState.errors.notes?.message}
        {...form.register('notes')}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={button} type="submit" pending={pending && TEXTS.saving}>
          {TEXTS.saveNotes}
        </Button>
        {hadDraft && keeper.dirty && <DraftLine onDiscard={() => void keeper.discard().then(() => onSettled(false))} />}
      </div>
    </form>
  );
}
