import { listTrialsWithoutDog } from '../../sync/queries/trials.ts';
import { useToday } from '../dates/use-today.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import { TrialList } from './trial-list.tsx';

/** The person's trials without a dog, such as those of a deleted one; nothing without any. */
export function OtherTrials({ onEdit }: { onEdit: (id: string) => void }) {
  const store = useStore();
  const today = useToday();
  const trials = useLive(() => listTrialsWithoutDog(store, today), [store, today]);
  const shown = trials ? [...trials.ahead, ...trials.past] : [];
  if (shown.length === 0) return null;
  return (
    <section className="mt-10 max-w-[640px]">
      <h2>{TEXTS.withoutDog}</h2>
      <TrialList cards={shown} {...{ today, onEdit }} />
    </section>
  );
}
