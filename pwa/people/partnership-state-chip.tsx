import type { Ref } from 'react';
import type { PartnershipState } from '../../sync/queries/partnerships.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';

const WORDS: Record<PartnershipState, string> = { sent: TEXTS.pending, partner: TEXTS.isPartner, incoming: TEXTS.asksYou };

/** The state of a partnership, such as 'Pending' for a request that the signed-in person sent. */
export function PartnershipStateChip({ state, ref }: { state: PartnershipState; ref?: Ref<HTMLElement> }) {
  return (
    <span
      ref={ref}
      tabIndex={-1}
      className="inline-flex min-h-7 items-center rounded-control bg-sunken px-2.5 text-15 leading-tight font-semi text-ink-2"
    >
      {WORDS[state]}
    </span>
  );
}
