import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { readPartnerships } from '../../../sync/queries/partnerships.ts';
import { olderThanHeld } from '../../../sync/queries/older-sessions.ts';
import { Button } from '../../components/button.tsx';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { formatMoment } from '../../dates/format-date.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { TEXTS } from './texts.ts';
import { useOlderSessions } from './use-older-sessions.ts';

/** Partners' sessions older than those on this device (R44). Renders nothing if this device has all of them. */
export function OlderSessions() {
  const store = useStore();
  const before = useLive(() => olderThanHeld(store), [store]);
  return before ? <FromServer before={before} /> : null;
}

function FromServer({ before }: { before: string }) {
  const store = useStore();
  const partnerships = useLive(() => readPartnerships(store), [store]);
  const { sessions, more, state, readOn } = useOlderSessions(before);
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = useRef(false);
  // The focused button disappears with the last page; move the focus to the heading.
  useEffect(() => {
    if (asked.current && !more) heading.current?.focus();
  }, [more]);
  const shown = sessions?.filter(({ ownerId }) => partnerships?.get(ownerId)?.state === 'partner');
  const { older } = TEXTS;
  const said = state === 'offline' || state === 'failed' ? older[state] : shown?.length === 0 && !more && older.none;
  return (
    <section className="mt-6 ps-8 md:ps-28">
      {shown && (
        <h2 ref={heading} tabIndex={-1} className="pb-2">
          {older.title}
        </h2>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label={older.title} className="mb-4 divide-y divide-line border-y border-line">
          {shown.map((session) => (
            <ItemBoundary key={session.id} what="session" id={session.id} resetKey={session}>
              <OlderSession session={session} />
            </ItemBoundary>
          ))}
        </ul>
      )}
      <p role="status" className="mb-3 text-15 text-ink-2 empty:hidden">
        {said}
      </p>
      {more && (
        <Button
          icon="down"
          pending={state === 'reading' && older.reading}
          onClick={() => {
            asked.current = true;
            void readOn();
          }}
        >
          {shown ? older.more : older.show}
        </Button>
      )}
    </section>
  );
}

function OlderSession({
  session: { id, title, trainedAt, trainedZone, ownerName, dogName },
}: {
  session: NonNullable<ReturnType<typeof useOlderSessions>['sessions']>[number];
}) {
  return (
    <li>
      <Link to={`/video/${id}`} state={{ fromLog: true }} className="group block py-2 leading-[1.4] no-underline [overflow-wrap:anywhere]">
        <b dir="auto" className="block font-semi decoration-2 group-hover:underline">
          {title}
        </b>
        <span className="text-15 text-ink-3">
          {[dogName, ownerName].map(
            (name, place) =>
              name && (
                <Fragment key={place}>
                  <bdi>{name}</bdi>
                  {' · '}
                </Fragment>
              ),
          )}
          {formatMoment(trainedAt, trainedZone)}
        </span>
      </Link>
    </li>
  );
}
