import type { Ref } from 'react';
import type { Tie } from '../../sync/queries/friendships.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { StandingChip } from './standing-chip.tsx';
import { useFriendshipActions } from './use-friendship-actions.ts';

export interface TieChipsProps {
  tie: Tie;
  /** A request was answered here; its focused buttons disappear. */
  onAnswered: () => void;
  ref?: Ref<HTMLElement>;
}

/**
 * The user's relation to someone, and its sync state: an unsent change has not reached them yet.
 * An incoming request can be answered here.
 */
export function TieChips({ tie: { standing, friendship, sync }, onAnswered, ref }: TieChipsProps) {
  const actions = useFriendshipActions();
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <StandingChip {...(ref && { ref })} standing={standing} />
      <RowChip sync={sync} entityId={friendship.id} />
      {standing === 'incoming' && <AnswerButtons request={friendship} actions={actions} onAnswered={onAnswered} />}
    </span>
  );
}
