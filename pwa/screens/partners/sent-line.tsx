import type { FriendshipCard } from '../../../sync/queries/friendships.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { friendInitials, friendName } from '../../people/person-name.ts';
import { StandingChip } from '../../people/standing-chip.tsx';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { ProfileLink } from './profile-link.tsx';
import { TEXTS } from './texts.ts';

/** A request that one has sent, 'Pending' until it is answered or withdrawn. */
export function SentLine({ card: { friendship, friendUserId, sync }, onWithdraw }: { card: FriendshipCard; onWithdraw: (id: string) => void }) {
  const name = friendName(friendship);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar size={48} src={friendship.friendProfileImageUrl} initials={friendInitials(friendship)} />
      <div className="min-w-0 flex-[1_1_120px] leading-[1.3] [overflow-wrap:anywhere]">
        <ProfileLink userId={friendUserId}>{name}</ProfileLink>
        <span className="block text-15 text-ink-3">{TEXTS.sentOn(formatShortDate(friendship.createdAt))}</span>
        <div className="mt-1 empty:hidden">
          <RowChip sync={sync} entityId={friendship.id} />
        </div>
      </div>
      <StandingChip standing="sent" />
      <Button tone="quiet" className="-me-3" aria-label={TEXTS.withdrawOf(name)} onClick={() => onWithdraw(friendship.id)}>
        {TEXTS.withdraw}
      </Button>
    </li>
  );
}
