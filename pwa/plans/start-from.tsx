import { useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { PlannedExercise } from '../../api/contract/entities/plan.ts';
import { PLANNED_MAX } from '../../api/contract/limits.ts';
import { searchText } from '../../api/contract/search-text.ts';
import { type DogSet, listDogSets } from '../../sync/queries/dog-sets.ts';
import { listPrograms, type ProgramCard } from '../../sync/queries/programs.ts';
import { EntryBoundary } from '../components/entry-boundary.tsx';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { entryOf, type PlanForm } from './plan-form.ts';
import type * as Planner from './planned-exercises.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/** Programs offered, those of the dog first; more would push the exercises down. */
const PROGRAMS_MAX = 8;

/** Adds the exercises of the dog's last session, or of a program, to a plan. */
export function StartFrom({ form, today }: { form: UseFormReturn<PlanForm>; today: string }) {
  const store = useStore();
  const ports = usePorts();
  const labelId = useId();
  const dogId = useWatch({ control: form.control, name: 'dogId' });
  const [said, say] = useState('');
  const programs = useLive(() => listPrograms(store), [store]) ?? [];
  const isOther = ({ program }: ProgramCard) => Number(program.dogId !== null && program.dogId !== dogId);
  const offered = programs.toSorted((a, b) => isOther(a) - isOther(b)).slice(0, PROGRAMS_MAX);
  /** Leaves out exercises that the plan has: a second tap must not double them. */
  const add = async (read: (plan: typeof Planner, sets: readonly DogSet[]) => readonly PlannedExercise[], nothing: string) => {
    try {
      const found = read(await import('./planned-exercises.ts'), dogId ? await listDogSets(store, dogId, today) : []);
      const before = form.getValues('exercises');
      const names = new Set(before.map(({ exercise }) => searchText(exercise)));
      if (found.length > 0 && before.length >= PLANNED_MAX) return say(TEXTS.full);
      const added = found.filter(({ exercise }) => !names.has(searchText(exercise))).slice(0, PLANNED_MAX - before.length);
      if (added.length > 0) form.setValue('exercises', [...before, ...added.map(entryOf)], { shouldDirty: true });
      say(added.length > 0 ? TEXTS.added(added.length, Boolean(dogId)) : found.length > 0 ? TEXTS.nothingAdded : nothing);
    } catch {
      say(TEXTS.unread);
    }
  };
  if (!dogId && offered.length === 0) return null;
  return (
    <div role="group" aria-labelledby={labelId} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <span id={labelId} className="text-15 font-semi">
        {TEXTS.startFrom}
      </span>
      <div className="choices ms-0 min-h-15 items-center ps-1.5">
        {dogId && (
          <button
            type="button"
            className="choice"
            onClick={() => void add((plan, sets) => plan.likeLastTime(sets, ports), TEXTS.nothingBefore)}
          >
            {TEXTS.lastTime}
          </button>
        )}
        {offered.map((card) => (
          <EntryBoundary key={card.program.id} what="program" id={card.program.id} resetKey={card}>
            <button
              type="button"
              className="choice"
              onClick={() => void add((plan, sets) => plan.ofProgram(card.cues, sets, ports), TEXTS.noCues)}
            >
              {TEXTS.program(card.program.name)}
            </button>
          </EntryBoundary>
        ))}
      </div>
      <p role="status" className="text-15 text-ink-2">
        {said}
      </p>
    </div>
  );
}
