import type { TrialCard } from '../../sync/queries/trials.ts';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { TrialLine, type TrialLineProps } from './trial-line.tsx';

export interface TrialListProps extends Omit<TrialLineProps, 'card'> {
  cards: readonly TrialCard[];
}

export function TrialList({ cards, ...line }: TrialListProps) {
  return (
    <ul className="mt-2">
      {cards.map((card) => (
        <ItemBoundary key={card.trial.id} what="trial" id={card.trial.id} resetKey={card}>
          <TrialLine card={card} {...line} />
        </ItemBoundary>
      ))}
    </ul>
  );
}
