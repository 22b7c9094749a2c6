import type { ReactNode } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { Popover } from '../components/popover.tsx';
import { shellTexts as texts } from './texts.ts';

export interface NotificationsProps {
  /** How many requests wait: the badge. */
  count?: number;
  /** The requests as list entries, given a function that closes the popover. */
  requests?: (close: () => void) => ReactNode;
  /** Shown only when there are requests. */
  quote?: string;
}

export function Notifications({ count = 0, requests, quote }: NotificationsProps) {
  return (
    <Popover
      label={texts.notifications}
      size="panel"
      trigger={(props) => (
        <IconButton {...props} icon="bell" label={count > 0 ? `${texts.notifications}, ${count} new` : texts.notifications}>
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
      {(close) => (
        <>
          <h2 className="px-4 pt-4 pb-3 text-17">{texts.notifications}</h2>
          {count > 0 && requests ? (
            <>
              <ul className="max-h-[400px] overflow-y-auto border-t border-line px-4">{requests(close)}</ul>
              {quote && <blockquote className="border-t border-line px-4 py-3 text-15 text-ink-2">{quote}</blockquote>}
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
