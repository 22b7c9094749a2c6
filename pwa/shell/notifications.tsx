import { useRef } from 'react';
import { listIncomingRequests } from '../../sync/queries/friendships.ts';
import { IconButton } from '../components/icon-button.tsx';
import { Popover } from '../components/popover.tsx';
import { RequestLine } from '../people/request-line.tsx';
import { useFriendshipActions } from '../people/use-friendship-actions.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { shellTexts as texts } from './texts.ts';

/** Requests addressed to the person, with a badge that counts them (specification, section 2). */
export function Notifications() {
  const store = useStore();
  const requests = useLive(() => listIncomingRequests(store), [store]) ?? [];
  const actions = useFriendshipActions();
  const heading = useRef<HTMLHeadingElement>(null);
  const count = requests.length;
  return (
    <Popover
      label={texts.notifications}
      size="panel"
      trigger={(props) => (
        <IconButton {...props} icon="bell" label={count > 0 ? texts.notificationsNew(count) : texts.notifications}>
          {count > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-1 right-1 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-13 leading-none font-bold text-on-primary ring-2 ring-surface"
            >
              {count}
            </span>
          )}
        </IconButton>
      )}
    >
      {() => (
        <>
          <h2 ref={heading} tabIndex={-1} className="px-4 pt-4 pb-3 text-17">
            {texts.notifications}
          </h2>
          {count > 0 ? (
            <>
              <ul className="max-h-[400px] divide-y divide-line overflow-y-auto border-t border-line px-4">
                {requests.map((request) => (
                  <RequestLine key={request.id} request={request} actions={actions} onAnswered={() => heading.current?.focus()} />
                ))}
              </ul>
              <blockquote className="border-t border-line px-4 py-3 text-15 text-ink-2">{texts.notificationsQuote}</blockquote>
            </>
          ) : (
            <div className="border-t border-line px-4 py-8 text-center">
              <p className="font-semi">{texts.noNotifications}</p>
              <p className="text-15 text-ink-2">{texts.caughtUp}</p>
            </div>
          )}
        </>
      )}
    </Popover>
  );
}
