import { useRef } from 'react';
import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { RequestLine } from '../people/request-line.tsx';
import { usePartnershipActions } from '../people/use-partnership-actions.ts';
import { SHELL_TEXTS as TEXTS } from './texts.ts';

/** The bell's panel: each request with Accept and Decline. */
export function RequestsPanel({ requests }: { requests: readonly Friendship[] }) {
  const actions = usePartnershipActions();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="px-4 pt-4 pb-3 text-17">
        {TEXTS.notifications}
      </h2>
      {requests.length > 0 ? (
        <>
          <ul className="max-h-[400px] divide-y divide-line overflow-y-auto border-t border-line px-4">
            {requests.map((request) => (
              <ItemBoundary key={request.id} what="request" id={request.id} resetKey={request}>
                <RequestLine request={request} actions={actions} onAnswered={() => heading.current?.focus()} />
              </ItemBoundary>
            ))}
          </ul>
          <blockquote className="border-t border-line px-4 py-3 text-15 text-ink-2">{TEXTS.notificationsQuote}</blockquote>
        </>
      ) : (
        <div className="border-t border-line px-4 py-8 text-center">
          <p className="font-semi">{TEXTS.noNotifications}</p>
          <p className="text-15 text-ink-2">{TEXTS.caughtUp}</p>
        </div>
      )}
    </>
  );
}
