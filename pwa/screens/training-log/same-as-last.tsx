import type { UseFormReturn } from 'react-hook-form';
import type { LastSession } from '../../../sync/queries/new-session.ts';
import { Icon } from '../../components/icon.tsx';
import { formatShortDay } from '../../dates/format-date.ts';
import { entryLike } from '../../sets/exercise-form.ts';
import type { SessionForm } from './session-form.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { TEXTS } from './texts.ts';

/** Fills title, dog and exercises from the person's newest session (R213). */
export function SameAsLast({ form, last }: { form: UseFormReturn<SessionForm>; last: LastSession }) {
  const ports = usePorts();
  const exercises = [...new Set(last.sets.map(({ exercise }) => exercise))].filter((exercise) => exercise !== last.title);
  const fill = () => {
    form.setValue('dogId', last.dogId ?? '');
    form.setValue('title', last.title, { shouldValidate: true });
    // What was counted already stays.
    if (form.getValues('exercises').length === 0)
      form.setValue(
        'exercises',
        last.sets.map((set) => entryLike(set, ports)),
      );
  };
  return (
    <button
      type="button"
      onClick={fill}
      className="-mt-2 flex min-h-14 w-full items-center gap-3 rounded-control border border-control bg-surface px-3 py-2 text-start leading-tight hover:bg-sunken"
    >
      <Icon name="loop" />
      <span className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
        <b className="font-semi">{TEXTS.sameAsLast}</b>
        <span className="line-clamp-2 text-15 text-ink-3">
          {formatShortDay(last.day)}: <bdi>{[last.title, ...exercises].join(', ')}</bdi>
        </span>
      </span>
    </button>
  );
}
