import { useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Icon } from '../../components/icon.tsx';
import { TextField } from '../../components/text-field.tsx';
import { deviceDay, momentAt } from '../../dates/training-moment.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';
import { trainedWords } from './trained-words.ts';

/** Says when the session was trained. A tap shows the field to change it (R291). */
export function TrainedField({ form }: { form: UseFormReturn<SessionForm> }) {
  const ports = usePorts();
  const [isChanging, setChanging] = useState(false);
  const time = useWatch({ control: form.control, name: 'trainedAt' });
  const error = form.formState.errors.trainedAt?.message;
  const { setFocus } = form;
  useEffect(() => {
    if (isChanging) setFocus('trainedAt');
  }, [isChanging, setFocus]);

  if (isChanging || error || momentAt(time, 'UTC') === null)
    return <TextField type="datetime-local" label={TEXTS.fields.trainedAt} error={error} {...form.register('trainedAt')} />;
  return (
    <button
      type="button"
      onClick={() => setChanging(true)}
      className="flex min-h-12 w-full flex-wrap items-center gap-x-3 border-t border-line py-2 text-start leading-tight hover:bg-sunken"
    >
      <Icon name="clock" />
      {/* In large text, Change wraps to its own line. */}
      <b className="min-w-0 grow basis-32 font-semi">{trainedWords(time, deviceDay(ports.now()))}</b>
      <span className="ms-auto flex items-center gap-3 text-15 text-ink-3">
        {TEXTS.changeTrained}
        <Icon name="forward" size="small" />
      </span>
    </button>
  );
}
