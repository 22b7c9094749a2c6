import { useEffect, useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { daysAfter } from '../../api/contract/training-day.ts';
import { TextField } from '../components/text-field.tsx';
import type { PlanForm } from './plan-form.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/** Today, tomorrow, or a day of the calendar. */
export function WhenField({ form, today }: { form: UseFormReturn<PlanForm>; today: string }) {
  const labelId = useId();
  const day = useWatch({ control: form.control, name: 'day' });
  const error = form.formState.errors.day?.message;
  const near = [
    { value: today, label: TEXTS.today },
    { value: daysAfter(today, 1), label: TEXTS.tomorrow },
  ];
  const [wantsToPick, setWantsToPick] = useState(false);
  const isPicking = wantsToPick || near.every(({ value }) => value !== day);
  const { setFocus } = form;
  useEffect(() => {
    if (wantsToPick) setFocus('day');
  }, [wantsToPick, setFocus]);
  return (
    <div role="group" aria-labelledby={labelId} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <span id={labelId} className="text-15 font-semi">
        {TEXTS.when}
      </span>
      <div className="choices ms-0 min-h-15 items-center ps-1.5">
        {near.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="choice"
            aria-pressed={!isPicking && value === day}
            onClick={() => {
              setWantsToPick(false);
              form.setValue('day', value, { shouldDirty: true });
            }}
          >
            {label}
          </button>
        ))}
        <button type="button" className="choice" aria-pressed={isPicking} onClick={() => setWantsToPick(true)}>
          {TEXTS.pickDay}
        </button>
      </div>
      {(isPicking || error) && (
        <TextField type="date" label={TEXTS.fields.day} error={error} {...form.register('day')} onFocus={() => setWantsToPick(true)} />
      )}
    </div>
  );
}
