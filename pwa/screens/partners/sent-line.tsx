import type { PartnershipCard } from '../../../sync/queries/partnerships.ts';
import { Button } from '../../components/button.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { partnerName } from '../../people/person-name.ts';
import { PartnershipStateChip } from '../../people/partnership-state-chip.tsx';
import { PartnershipLine } from './partnership-line.tsx';
import { TEXTS } from './texts.ts';

/** A request that the person has sent, 'Pending' until it is answered or withdrawn. */
export function SentLine({ card, onWithdraw }: { card: PartnershipCard; onWithdraw: (id: string) => void }) {
  const { friendship } = card;
  return (
    <PartnershipLine card={card} words={TEXTS.sentOn(formatShortDate(friendship.createdAt))}>
      <PartnershipStateChip state="sent" />
      <Button
        tone="quiet"
        className="-me-3 max-sm:ms-12"
        aria-label={TEXTS.withdrawOf(partnerName(friendship))}
        onClick={() => onWithdraw(friendship.id)}
      >
        {TEXTS.withdraw}
      </Button>
    </PartnershipLine>
  );
}
