import { listShownTrials } from '../../sync/queries/trials.ts';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { useToday } from '../dates/use-today.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import { TrialLine } from './trial-line.tsx';

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
      <ul className="mt-2">
        {shown.map((card) => (
          <ItemBoundary key={card.trial.id} what="trial" id={card.trial.id} resetKey={card}>
            <TrialLine {...{ card, today }} onEdit={null} />
          </ItemBoundary>
        ))}
      </ul>
    </section>
  );
}
