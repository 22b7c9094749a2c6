import { type UseFormReturn, useWatch } from 'react-hook-form';
import { resultWords } from '../../../api/contract/set-words.ts';
import { blankEntry, cardOf } from '../../sets/exercise-form.ts';
import type { NotedResult } from '../../sets/noted-results.ts';
import { ResultOffers } from '../../sets/result-offers.tsx';
import { usePorts } from '../../sync/sync-provider.tsx';
import type { SessionForm } from './session-form.ts';

/** Offers the results in the notes of a new session as exercises (R353). Below the notes, so that typing moves nothing. */
export function NotedExercises({ form, onMade }: { form: UseFormReturn<SessionForm>; onMade: (id: string) => void }) {
  const ports = usePorts();
  const { control, setValue } = form;
  const notes = useWatch({ control, name: 'description' });
  const entries = useWatch({ control, name: 'exercises' });
  const make = (noted: NotedResult) => {
    const entry = blankEntry(ports, { ...noted });
    setValue('exercises', [...entries, entry]);
    onMade(entry.id);
  };
  return (
    <div className="-mt-4 flex flex-wrap empty:hidden">
      <ResultOffers notes={notes} counted={entries.map((entry) => resultWords(cardOf(entry)))} onMake={make} />
    </div>
  );
}
