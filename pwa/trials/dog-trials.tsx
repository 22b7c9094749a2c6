import type { Trials } from '../../sync/queries/trials.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import { TrialLine } from './trial-line.tsx';

export interface DogTrialsProps {
  trials: Trials;
  /** YYYY-MM-DD. */
  today: string;
  onAdd: () => void;
  onEdit: (id: string) => void;
}

/** The trials of one's own dog: those ahead with a countdown, then the past ones (R361). */
export function DogTrials({ trials: { ahead, past }, today, onAdd, onEdit }: DogTrialsProps) {
  return (
    <section className="mt-8">
      <h3>{TEXTS.title}</h3>
      {ahead.length === 0 && <p className="mt-2 text-15 text-ink-2">{TEXTS.none}</p>}
      <ul className="mt-2">
        {[...ahead, ...past].map((trial) => (
          <ItemBoundary key={trial.id} what="trial" id={trial.id} resetKey={trial}>
            <TrialLine {...{ trial, today, onEdit }} />
          </ItemBoundary>
        ))}
      </ul>
      <Button icon="plus" className="mt-2" onClick={onAdd}>
        {TEXTS.add}
      </Button>
    </section>
  );
}
