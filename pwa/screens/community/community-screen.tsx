import { useMemo } from 'react';
import { Person } from '../../../api/contract/entities/user.ts';
import { useBlockedIds } from '../../blocks/use-blocked-ids.ts';
import { Button } from '../../components/button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Freshness } from '../../online/freshness.tsx';
import type { OnlineListSource } from '../../online/online-list.ts';
import { useOnlineList } from '../../online/use-online-list.ts';
import { browsePath, type CommunityFilter, filterPeople, whatNarrows } from './community-filter.ts';
import { CommunityFilters } from './community-filters.tsx';
import { PersonCard } from './person-card.tsx';
import { TEXTS } from './texts.ts';
import { useCommunityFilter } from './use-community-filter.ts';

/** Browse Community at `/community` (R74): public profiles, filtered on the server. */
export function CommunityScreen() {
  const controls = useCommunityFilter();
  return (
    <>
      <PageHead title={TEXTS.title} />
      <CommunityFilters controls={controls} />
      <Trainers controls={controls} />
    </>
  );
}

/** Until the server answers, shows rows that were stored under other filters and also match this one. */
const sourceOf = (asked: CommunityFilter, path: OnlineListSource<Person>['path']): OnlineListSource<Person> => ({
  name: path,
  cachedAs: whatNarrows(asked) === 'nothing' ? ['community', 'community.found'] : ['community.found', 'community'],
  fitting: (cached) => filterPeople(cached, asked),
  path,
  row: Person,
});

function Trainers({ controls: { asked, clear } }: { controls: ReturnType<typeof useCommunityFilter> }) {
  const path = browsePath(asked);
  const list = useOnlineList(useMemo(() => sourceOf(asked, path), [asked, path]));
  const blocked = useBlockedIds();
  const { rows, readHere } = list;
  const people = rows?.filter(({ id }) => !blocked.has(id));

  const shown = () => {
    if (people && people.length > 0) {
      return (
        <CardGrid key={path} label={TEXTS.list} cards={people} keyOf={({ id }) => id} what="profile">
          {(person) => <PersonCard person={person} />}
        </CardGrid>
      );
    }
    if (!list.failure && !readHere) return <Skeleton text={TEXTS.loading} />;
    // Rows stored under other filters don't show whether anyone else matches this one.
    if (!readHere)
      return (
        <EmptyState icon={list.failure === 'refused' ? 'alert' : 'offline'} {...TEXTS[list.failure === 'refused' ? 'failed' : 'offline']} />
      );
    const { title, action, ...why } = TEXTS.empty;
    const narrowed = whatNarrows(asked);
    return (
      <EmptyState
        icon="search"
        title={title}
        description={why[narrowed]}
        action={narrowed !== 'nothing' && <Button onClick={clear}>{action}</Button>}
      />
    );
  };

  return (
    <>
      <Freshness list={list} onRefresh={list.refresh} />
      {shown()}
      {list.next !== null && readHere && (
        <div className="mt-6 grid justify-items-center">
          <Button icon="down" pending={list.reading && TEXTS.reading} onClick={list.readOn}>
            {TEXTS.more}
          </Button>
        </div>
      )}
    </>
  );
}
