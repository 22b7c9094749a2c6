import { memo, useDeferredValue, useMemo } from 'react';
import type { Cue } from '../../../api/contract/entities/cue.ts';
import { Button } from '../../components/button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FoundStatus } from '../../components/found-status.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Freshness } from '../../online/freshness.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { importedIds, type SharedCue, sharedCues } from './community-cues.ts';
import { creatorOfShared } from './creator-words.ts';
import { CueCard } from './cue-card.tsx';
import { filterCues, isNarrowed } from './cue-filter.ts';
import { CueFilters } from './cue-filters.tsx';
import { ImportButton } from './import-button.tsx';
import { TEXTS } from './texts.ts';
import { useCueFilter } from './use-cue-filter.ts';
import { useSharedCues } from './use-shared-cues.ts';

const NO_LISTS = [] as const;

/** Shared cues, to browse and import. `own`: all of the person's cues, including imported ones. */
export function CommunityTab({ own, onRead }: { own: readonly Cue[]; onRead: (id: string) => void }) {
  const { userId } = useStore();
  const shared = useSharedCues();
  const controls = useCueFilter();
  const filter = useDeferredValue(controls.shown);
  const [everyones, partners] = shared.lists ?? NO_LISTS;
  const cues = useMemo(() => sharedCues([everyones, partners], own, userId), [everyones, partners, own, userId]);
  const shown = useMemo(() => filterCues(cues, filter, ({ cue }) => cue), [cues, filter]);
  const imported = useMemo(() => importedIds(own), [own]);

  const list = () => {
    if (!shared.lists) {
      const { failure } = shared;
      if (!failure) return <Skeleton text={TEXTS.loading} />;
      return (
        <EmptyState icon={failure === 'refused' ? 'alert' : 'offline'} {...TEXTS.empty[failure === 'refused' ? 'refused' : 'offline']} />
      );
    }
    if (cues.length === 0) return <EmptyState {...TEXTS.empty.community} />;
    if (shown.length === 0) {
      const { action, ...words } = TEXTS.empty.nothingFound;
      return <EmptyState icon="search" {...words} action={<Button onClick={controls.clear}>{action}</Button>} />;
    }
    return (
      <CardGrid name={JSON.stringify(filter)} label={TEXTS.communityList} cards={shown} keyOf={({ cue }) => cue.id} what="cue">
        {(each) => <CommunityCue shared={each} imported={imported.has(each.cue.id)} onRead={onRead} />}
      </CardGrid>
    );
  };

  return (
    <>
      <CueFilters controls={controls} />
      <Freshness list={shared} onRefresh={shared.refresh} />
      <FoundStatus count={shared.lists && isNarrowed(filter) ? shown.length : null} {...TEXTS.found} />
      {list()}
      {shared.hasOlder && (
        <div className="mt-6 grid justify-items-center">
          <Button icon="down" pending={shared.reading && TEXTS.reading} onClick={shared.readOn}>
            {TEXTS.older}
          </Button>
        </div>
      )}
    </>
  );
}

/** Memoised so that typing in the search re-renders only changed cards. */
const CommunityCue = memo(function CommunityCue({
  shared,
  imported,
  onRead,
}: {
  shared: SharedCue;
  imported: boolean;
  onRead: (id: string) => void;
}) {
  const { cue, isMine } = shared;
  return (
    <CueCard
      cue={cue}
      creator={creatorOfShared(shared)}
      imported={imported}
      onRead={onRead}
      action={!isMine && <ImportButton cue={cue} imported={imported} />}
    />
  );
});
