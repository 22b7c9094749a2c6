import { useState } from 'react';
import type { FriendshipCard } from '../../../sync/queries/friendships.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { friendInitials, friendName } from '../../people/person-name.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { ProfileLink } from './profile-link.tsx';
import { TEXTS } from './texts.ts';

/** A training partner, since when, and the way to end it, which asks first (decision 10). */
export function PartnerLine({ card: { friendship, friendUserId, sync }, onRemove }: { card: FriendshipCard; onRemove: (id: string) => void }) {
  const [asking, setAsking] = useState(false);
  const name = friendName(friendship);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar size={48} src={friendship.friendProfileImageUrl} initials={friendInitials(friendship)} />
      <div className="min-w-0 flex-[1_1_120px] leading-[1.3] [overflow-wrap:anywhere]">
        <ProfileLink userId={friendUserId}>{name}</ProfileLink>
        <span className="block text-15 text-ink-3">{TEXTS.connected(formatShortDate(friendship.createdAt))}</span>
        <div className="mt-1 empty:hidden">
          <RowChip sync={sync} entityId={friendship.id} />
        </div>
      </div>
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
    </li>
  );
}
