import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Person } from '../../../api/contract/entities/user.ts';
import { Button } from '../../components/button.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Freshness } from '../../online/freshness.tsx';
import type { OnlineListSource } from '../../online/online-list.ts';
import { useOnlineList } from '../../online/use-online-list.ts';
import { OtherProfile, type OtherProfileProps } from './other-profile.tsx';
import { TEXTS } from './texts.ts';

/** Statuses of a profile that does not exist. */
const NOT_FOUND: readonly (number | null)[] = [400, 404];

/** The profile of someone who is not a partner, as the server last sent it; the last one viewed works offline. */
export function OnlineProfile({ userId, ...answering }: { userId: string } & Pick<OtherProfileProps, 'answered' | 'onAnswer'>) {
  const source = useMemo(
    (): OnlineListSource<Person> => ({
      name: `profile:${userId}`,
      cachedAs: 'profile',
      path: `/api/users/${encodeURIComponent(userId)}`,
      row: Person,
      single: true,
    }),
    [userId],
  );
  const list = useOnlineList(source);
  // The stored profile is the last one viewed, which may be someone else's.
  const person = list.rows?.find(({ id }) => id === userId);

  if (NOT_FOUND.includes(list.status)) {
    const { title, description, action } = TEXTS.notFound;
    return (
      <EmptyState
        level={1}
        icon="person"
        title={title}
        description={description}
        action={
          <Link to="/community" className={buttonStyle('plain')}>
            {action}
          </Link>
        }
      />
    );
  }
  if (person) return <OtherProfile person={person} {...answering} freshness={<Freshness list={list} onRefresh={list.refresh} />} />;
  if (!list.failure) return <Skeleton heading={TEXTS.title} text={TEXTS.loading} rows={1} />;
  const { action, ...words } = list.failure === 'refused' ? TEXTS.failed : TEXTS.offline;
  return (
    <EmptyState
      level={1}
      icon={list.failure === 'refused' ? 'alert' : 'offline'}
      {...words}
      action={
        <Button icon="retry" onClick={list.refresh}>
          {action}
        </Button>
      }
    />
  );
}
