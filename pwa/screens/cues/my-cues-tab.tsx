import { memo, useDeferredValue, useMemo } from 'react';
import type { CueCard as OwnCue } from '../../../sync/queries/cues.ts';
import { Button } from '../../components/button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FoundStatus } from '../../components/found-status.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { KnownEmpty } from '../../sync/known-empty.tsx';
import { creatorOfOwn } from './creator-words.ts';
import { CueCard } from './cue-card.tsx';
import { filterCues, isNarrowed } from './cue-filter.ts';
import { CueFilters } from './cue-filters.tsx';
import { TEXTS } from './texts.ts';
import { useCueFilter } from './use-cue-filter.ts';

/** Show the filters from this many cues on. */
const FILTERED_FROM = 10;

export interface MyCuesTabProps {
  /** Undefined while loading. */
  cards: readonly OwnCue[] | undefined;
  /** Authors of imported cues as far as this device knows them, by the original's id. */
  creators: ReadonlyMap<string, string>;
  onCreate: () => void;
  onRead: (id: string) => void;
  onEdit: (id: string) => void;
}

/** The person's own cues, including imported ones. */
export function MyCuesTab({ cards, creators, onCreate, onRead, onEdit }: MyCuesTabProps) {
  const controls = useCueFilter();
  const filter = useDeferredValue(controls.shown);
  const shown = useMemo(() => filterCues(cards ?? [], filter, ({ cue }) => cue), [cards, filter]);
  if (!cards) return <Skeleton text={TEXTS.loading} />;
  if (cards.length === 0) {
    return (
      <KnownEmpty loading={TEXTS.loading}>
        <EmptyState {...TEXTS.empty.mine} add={{ label: TEXTS.create, onClick: onCreate }} />
      </KnownEmpty>
    );
  }
  const { action, ...nothingFound } = TEXTS.empty.nothingFound;
  return (
    <>
      {(cards.length >= FILTERED_FROM || isNarrowed(filter)) && (
        <div className="mb-6">
          <CueFilters controls={controls} />
        </div>
      )}
      <FoundStatus count={isNarrowed(filter) ? shown.length : null} {...TEXTS.found} />
      {shown.length === 0 ? (
        <EmptyState icon="search" {...nothingFound} action={<Button onClick={controls.clear}>{action}</Button>} />
      ) : (
        <CardGrid name={JSON.stringify(filter)} label={TEXTS.mineList} cards={shown} keyOf={({ cue }) => cue.id} what="cue">
          {(card) => <OwnCueCard card={card} creator={creatorOfOwn(card.cue, creators)} {...{ onRead, onEdit }} />}
        </CardGrid>
      )}
    </>
  );
}

interface OwnCueCardProps {
  card: OwnCue;
  creator: string;
  onRead: (id: string) => void;
  onEdit: (id: string) => void;
}

/** Memoised so that typing in the search re-renders only changed cards. */
const OwnCueCard = memo(function OwnCueCard({ card: { cue, sync }, creator, onRead, onEdit }: OwnCueCardProps) {
  return (
    <CueCard
      cue={cue}
      creator={creator}
      imported={cue.importedFromId !== null}
      onRead={onRead}
      action={
        <Button tone="quiet" icon="edit" aria-label={TEXTS.editOf(cue.name)} className="-me-3" onClick={() => onEdit(cue.id)}>
          {TEXTS.edit}
        </Button>
      }
      chip={<RowChip sync={sync} entityId={cue.id} compact />}
    />
  );
});
