import type { ReactNode } from 'react';
import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { formatShortDate } from '../dates/format-date.ts';
import { friendInitials, friendName } from './person-name.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';
import type { FriendshipActions } from './use-friendship-actions.ts';

export interface RequestLineProps {
  request: Friendship;
  actions: FriendshipActions;
  /** The line leaves the list with the focus on it. */
  onAnswered: () => void;
  /** Instead of the plain name, such as a link to the profile. */
  name?: ReactNode;
}

/** Somebody who asks to be a training partner, with Accept and Decline. Stands in a list. */
export function RequestLine({ request, actions, onAnswered, name }: RequestLineProps) {
  const words = friendName(request);
  const answer = (act: (id: string) => Promise<void>) => {
    void act(request.id);
    onAnswered();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar size={48} src={request.friendProfileImageUrl} initials={friendInitials(request)} />
      <div className="min-w-0 flex-[1_1_120px] leading-[1.3] [overflow-wrap:anywhere]">
        {name ?? <b className="block font-semi">{words}</b>}
        <span className="block text-15 text-ink-3">{request.createdAt ? formatShortDate(request.createdAt) : TEXTS.recently}</span>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:ms-15">
        <Button tone="primary" compact aria-label={TEXTS.acceptOf(words)} onClick={() => answer(actions.accept)}>
          {TEXTS.accept}
        </Button>
        <Button aria-label={TEXTS.declineOf(words)} onClick={() => answer(actions.decline)}>
          {TEXTS.decline}
        </Button>
      </div>
    </li>
  );
}
