import type { FriendshipCard } from '../../../sync/queries/friendships.ts';
import { Button } from '../../components/button.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { friendName } from '../../people/person-name.ts';
import { StandingChip } from '../../people/standing-chip.tsx';
import { FriendshipLine } from './friendship-line.tsx';
import { TEXTS } from './texts.ts';

/** A request that the user has sent, 'Pending' until it is answered or withdrawn. */
export function SentLine({ card, onWithdraw }: { card: FriendshipCard; onWithdraw: (id: string) => void }) {
  const { friendship } = card;
  return (
    <FriendshipLine card={card} words={TEXTS.sentOn(formatShortDate(friendship.createdAt))}>
      <StandingChip standing="sent" />
      <Button
        tone="quiet"
        className="-me-3 max-sm:ms-12"
        aria-label={TEXTS.withdrawOf(friendName(friendship))}
        onClick={() => onWithdraw(friendship.id)}
      >
        {TEXTS.withdraw}
      </Button>
    </FriendshipLine>
  );
}
