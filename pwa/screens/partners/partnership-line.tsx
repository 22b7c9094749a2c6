import type { ReactNode } from 'react';
import type { PartnershipCard } from '../../../sync/queries/partnerships.ts';
import { Avatar } from '../../components/avatar.tsx';
import { partnerInitials, partnerName } from '../../people/person-name.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { ProfileLink } from './profile-link.tsx';

/** A partnership: the person, words about it, and its sync state. Children are the actions. */
export function PartnershipLine({
  card: { friendship, partnerUserId, sync },
  words,
  children,
}: {
  card: PartnershipCard;
  words: string;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar size={48} src={friendship.friendProfileImageUrl} initials={partnerInitials(friendship)} />
      <div className="min-w-0 flex-[1_1_120px] leading-[1.3] [overflow-wrap:anywhere]">
        <ProfileLink userId={partnerUserId}>{partnerName(friendship)}</ProfileLink>
        <div className="flex min-h-8 items-center gap-2 text-15">
          <span className="min-w-0 shrink-[9] text-ink-3">{words}</span>
          <span className="flex min-w-0 items-center">
            <RowChip sync={sync} entityId={friendship.id} compact />
          </span>
        </div>
      </div>
      {children}
    </li>
  );
}
