import type { Trials } from '../../sync/queries/trials.ts';
import { Button } from '../components/button.tsx';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import { TrialList } from './trial-list.tsx';

export interface DogTrialsProps {
  trials: Trials;
  /** YYYY-MM-DD. */
  today: string;
  onAdd: () => void;
  onEdit: (id: string) => void;
}

/** The trials of one's own dog that are ahead, with a countdown (R361). */
export function DogTrials({ trials: { ahead }, today, onAdd, onEdit }: DogTrialsProps) {
  return (
    <section className="mt-8">
      <h3>{TEXTS.title}</h3>
      {ahead.length === 0 && <p className="mt-2 text-15 text-ink-2">{TEXTS.none}</p>}
      <TrialList {...{ cards: ahead, today, onEdit }} />
      <Button icon="plus" className="mt-2" onClick={onAdd}>
        {TEXTS.add}
      </Button>
    </section>
  );
}

/** The trials of one's own dog that are over, apart from those ahead: over the years they become many. Nothing without any. */
export function PastTrials({ trials: { past }, today, onEdit }: Omit<DogTrialsProps, 'onAdd'>) {
  if (past.length === 0) return null;
  return (
    <section className="mt-8">
      <h3>{TEXTS.past}</h3>
      <TrialList {...{ cards: past, today, onEdit }} />
    </section>
  );
}
