import { useState } from 'react';
import type { PartnershipCard } from '../../../sync/queries/partnerships.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { partnerName } from '../../people/person-name.ts';
import { PartnershipLine } from './partnership-line.tsx';
import { TEXTS } from './texts.ts';

/** A training partner, with the date of the partnership. Removing asks first (R46). */
export function PartnerLine({ card, onRemove }: { card: PartnershipCard; onRemove: (id: string) => void }) {
  const [asking, setAsking] = useState(false);
  const { friendship } = card;
  const name = partnerName(friendship);
  return (
    <PartnershipLine card={card} words={TEXTS.connected(formatShortDate(friendship.createdAt))}>
      <Button tone="quiet" className="-me-3" aria-label={TEXTS.removeOf(name)} onClick={() => setAsking(true)}>
        {TEXTS.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={TEXTS.askRemove.title(name)}
        confirmLabel={TEXTS.askRemove.confirm}
        onConfirm={() => {
          setAsking(false);
          onRemove(friendship.id);
        }}
        onClose={() => setAsking(false)}
      >
        <p>{TEXTS.askRemove.text}</p>
      </ConfirmDialog>
    </PartnershipLine>
  );
}
