import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Person } from '../../../api/contract/entities/user.ts';
import { readPartnerships } from '../../../sync/queries/partnerships.ts';
import { BlockButton } from '../../blocks/block-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { InviteButton } from '../../people/invite-button.tsx';
import { personName } from '../../people/person-name.ts';
import { PartnershipStatus } from '../../people/partnership-status.tsx';
import { ReportButton } from '../../reports/report-button.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { ProfilePage } from './profile-page.tsx';
import { PartnerTrials } from '../../trials/partner-trials.tsx';
import { TEXTS } from './texts.ts';

export interface OtherProfileProps {
  person: Person;
  freshness?: ReactNode;
  /** Whether their request was answered on this screen. The parent keeps it, because accepting replaces this component. */
  answered: boolean;
  onAnswer: () => void;
}

/** Another person's profile; a private one shows only name, picture and location. */
export function OtherProfile({ person, freshness, answered, onAnswer }: OtherProfileProps) {
  const store = useStore();
  const partnerships = useLive(() => readPartnerships(store), [store]);
  const partnership = partnerships?.get(person.id) ?? null;
  const isPrivate = person.profileVisibility === 'private';
  const heading = useRef<HTMLHeadingElement>(null);
  const onAnswered = () => {
    onAnswer();
    heading.current?.focus();
  };
  useLayoutEffect(() => {
    // The component that this one replaced had the focus.
    if (answered && document.activeElement === document.body) heading.current?.focus();
  }, [answered]);
  const action = () => {
    if (!partnerships) return null;
    if (isPrivate) return partnership && <PartnershipStatus partnership={partnership} onAnswered={onAnswered} />;
    return <InviteButton tone="primary" icon="plus" person={person} partnership={partnership} label={TEXTS.add} onAnswered={onAnswered} />;
  };
  const below = (
    <>
      {partnership?.state === 'partner' && <PartnerTrials ownerId={person.id} />}
      <div className="mt-8 flex flex-wrap gap-x-6 border-t border-line pt-3">
        <BlockButton person={person} isPartner={partnership?.state === 'partner'} />
        <ReportButton
          className="-ms-3"
          reporting={{
            subject: 'profile',
            subjectId: person.id,
            title: personName(person),
            person: { id: person.id, name: personName(person), isPartner: partnership?.state === 'partner' },
          }}
        />
      </div>
    </>
  );
  return (
    <ProfilePage heading={heading} person={person} face={person.profileImageUrl} action={action()} above={freshness} below={below}>
      {isPrivate && <EmptyState icon="lock" {...TEXTS.private} />}
    </ProfilePage>
  );
}
