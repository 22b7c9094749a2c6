import { listShownTrials } from '../../sync/queries/trials.ts';
import { useToday } from '../dates/use-today.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import { TrialList } from './trial-list.tsx';

/** The trials that a partner shows; nothing without any. */
export function PartnerTrials({ ownerId }: { ownerId: string }) {
  const store = useStore();
  const today = useToday();
  const trials = useLive(() => listShownTrials(store, ownerId, today), [store, ownerId, today]);
  const shown = trials ? [...trials.ahead, ...trials.past] : [];
  if (shown.length === 0) return null;
  return (
    <section className="mt-8">
      <h2>{TEXTS.title}</h2>
      <TrialList cards={shown} today={today} onEdit={null} />
    </section>
  );
}
