import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { getBlockOf } from '../../../sync/queries/blocks.ts';
import { getOwnProfile, getPartner } from '../../../sync/queries/people.ts';
import { BlockedProfile } from '../../blocks/blocked-profile.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { useUser } from '../../sign-in/sign-in-context.tsx';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { OnlineProfile } from './online-profile.tsx';
import { OtherProfile } from './other-profile.tsx';
import { ProfilePage } from './profile-page.tsx';
import { TEXTS } from './texts.ts';

/** A profile at `/profile/{userId}` (R79). Partners' profiles and one's own are read from this device, others from the server. */
export function ProfileScreen() {
  const { userId = '' } = useParams();
  const store = useStore();
  const [answered, setAnswered] = useState(false);
  const found = useLive(
    async () => ({ partner: await getPartner(store, userId), block: await getBlockOf(store, userId) }),
    [store, userId],
  );
  if (userId === store.userId) return <OwnProfile />;
  if (!found) return <Skeleton heading={TEXTS.title} text={TEXTS.loading} rows={1} />;
  const { partner, block } = found;
  if (block) return <BlockedProfile card={block} />;
  const answering = { answered, onAnswer: () => setAnswered(true) };
  return partner ? <OtherProfile person={partner} {...answering} /> : <OnlineProfile key={userId} userId={userId} {...answering} />;
}

function OwnProfile() {
  const store = useStore();
  const user = useUser();
  const card = useLive(() => getOwnProfile(store), [store]);
  const profile = card?.profile ?? user;
  const face = usePosterSource(card?.picture ?? null, profile.profileImageUrl);
  return (
    <ProfilePage
      own
      person={profile}
      face={face}
      notice={profile.profileVisibility === 'private' ? TEXTS.ownPrivate : undefined}
      chip={card && <RowChip sync={card.sync} entityId={store.userId} />}
      action={
        <Link to="/profile/edit" className={buttonStyle('plain')}>
          <Icon name="edit" />
          {TEXTS.edit}
        </Link>
      }
    />
  );
}
