import type { Ref } from 'react';
import type { Tie } from '../../sync/queries/friendships.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { StandingChip } from './standing-chip.tsx';

/** How one stands with somebody, and where the change of it is: what waits here has not reached them. */
export function TieChips({ tie: { standing, friendship, sync }, ref }: { tie: Tie; ref?: Ref<HTMLElement> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <StandingChip {...(ref && { ref })} standing={standing} />
      <RowChip sync={sync} entityId={friendship.id} />
    </span>
  );
}
