import { useEffect, useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type RecentConditions, recentConditions } from '../../../sync/queries/new-session.ts';
import { TextField } from '../../components/text-field.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';

const CONDITIONS = ['weather', 'surface', 'place'] as const satisfies (keyof RecentConditions)[];
const CHOICES_MAX = 6;

/** Weather, surface and place, one tap each: the person's last ones first (R354). */
export function ConditionsField({ form }: { form: UseFormReturn<SessionForm> }) {
  const store = useStore();
  const labelId = useId();
  const recent = useLive(() => recentConditions(store), [store]);
  return (
    <div role="group" aria-labelledby={labelId} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <span id={labelId} className="text-15 font-semi">
        {TEXTS.conditions} <span className="font-regular text-ink-3">{TEXTS.fields.optional}</span>
      </span>
      {CONDITIONS.map((name) => (
        <Condition key={name} {...{ form, name }} recent={recent?.[name] ?? []} />
      ))}
    </div>
  );
}

interface ConditionProps {
  form: UseFormReturn<SessionForm>;
  name: keyof RecentConditions;
  recent: readonly string[];
}

/** Buttons for one condition. A tap chooses, a second tap on the same one clears; any other is typed. */
function Condition({ form, name, recent }: ConditionProps) {
  const [isTyping, setTyping] = useState(false);
  const value = useWatch({ control: form.control, name });
  const [first] = useState(value);
  const error = form.formState.errors[name]?.message;
  const { setFocus } = form;
  useEffect(() => {
    if (isTyping) setFocus(name);
  }, [isTyping, name, setFocus]);

  const label = TEXTS.fields[name];
  if (isTyping || error) return <TextField label={label} autoComplete="off" enterKeyHint="done" error={error} {...form.register(name)} />;
  const choices = [...new Set([first, ...recent, ...TEXTS.usual[name]])].filter((choice) => choice !== '').slice(0, CHOICES_MAX);
  return (
    <div className="grid min-w-0 grid-cols-[4.5rem_minmax(0,1fr)] items-center">
      <span aria-hidden className="text-15 text-ink-2">
        {label}
      </span>
      <div role="group" aria-label={label} className="choices ms-0 min-h-15 items-center ps-1.5">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            className="choice"
            aria-pressed={choice === value}
            onClick={() => form.setValue(name, choice === value ? '' : choice, { shouldDirty: true })}
          >
            <bdi>{choice}</bdi>
          </button>
        ))}
        <button type="button" className="choice" onClick={() => setTyping(true)}>
          {TEXTS.otherCondition[name]}
        </button>
      </div>
    </div>
  );
}
