import type { Ref } from 'react';
import type { Partnership } from '../../sync/queries/partnerships.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { PartnershipStateChip } from './partnership-state-chip.tsx';
import { usePartnershipActions } from './use-partnership-actions.ts';

export interface PartnershipStatusProps {
  partnership: Partnership;
  /** Called when a request was answered here. Move the focus elsewhere, because the buttons disappear. */
  onAnswered: () => void;
  ref?: Ref<HTMLElement>;
}

/**
 * The state of a partnership, and its sync state, because an unsent change has not reached the other person yet.
 * An incoming request can be answered here.
 */
export function PartnershipStatus({ partnership: { state, friendship, sync }, onAnswered, ref }: PartnershipStatusProps) {
  const actions = usePartnershipActions();
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <PartnershipStateChip {...(ref && { ref })} state={state} />
      <RowChip sync={sync} entityId={friendship.id} />
      {state === 'incoming' && <AnswerButtons request={friendship} actions={actions} onAnswered={onAnswered} />}
    </span>
  );
}
