import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getOwnProfile } from '../../../sync/queries/people.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useOpeningDraft } from '../../forms/use-opening-draft.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useSyncTotal } from '../../sync/use-sync-total.ts';
import { ProfileFields, type ProfileFieldsHandle } from './profile-fields.tsx';
import { TEXTS } from './texts.ts';

const DRAFT = 'profile.update';

/** Edit Profile at `/profile/edit` (R80): Save, Cancel and Back all lead to Training Partners. */
export function EditProfileScreen() {
  const store = useStore();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const card = useLive(() => getOwnProfile(store), [store]);
  const draft = useOpeningDraft(DRAFT);
  const total = useSyncTotal();
  const fields = useRef<ProfileFieldsHandle>(null);
  const leave = () => void navigate('/friends');
  return (
    <div className="form-page max-w-[720px]">
      <p className="-mt-3 -ms-3 mb-1">
        <Button tone="quiet" icon="back" onClick={() => (fields.current ?? { cancel: leave }).cancel()}>
          {TEXTS.back}
        </Button>
      </p>
      <PageHead title={TEXTS.title} />
      {/* Before the first sync there is no profile on this device. */}
      {card && draft !== undefined ? (
        <ProfileFields
          key={round}
          ref={fields}
          card={card}
          draftKey={DRAFT}
          draft={round === 0 ? draft : null}
          onLeave={leave}
          onDiscarded={() => setRound(round + 1)}
        />
      ) : total?.offline ? (
        <EmptyState icon="offline" {...TEXTS.offline} />
      ) : (
        <Skeleton text={TEXTS.loading} />
      )}
    </div>
  );
}
