import { memo, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { wordsOfSearch } from '../../../sync/queries/folded-words.ts';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { DayHeader } from '../../components/day-header.tsx';
import { EntryBoundary } from '../../components/entry-boundary.tsx';
import { LogEntry } from '../../components/log-entry.tsx';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { formatDayName, formatFullDay, hasDayPeriods } from '../../dates/format-date.ts';
import { knotOf } from '../../sync-tray/row-chip.tsx';
import { type DayRow, groupByDay, type LogRow } from './group-by-day.ts';
import { rememberPlace, type RememberedPlace } from './remembered-place.ts';
import { SessionEntry } from './session-entry.tsx';
import type { ReadSessions, SessionPages } from './session-pages.ts';
import { TEXTS } from './texts.ts';
import { useDayAtTop } from './use-day-at-top.ts';

/** Load older sessions when fewer rows than this are left below the screen. */
const ROWS_AHEAD = 24;
/** Estimated row height before measuring. Without it, the list renders nothing below the edge of a low window. */
const LIKELY_ROW_PX = 100;

export interface SessionListProps {
  read: ReadSessions;
  /** The search text; the list marks its words. */
  search: string;
  /** YYYY-MM-DD */
  today: string;
  /** Identifies the list of this filter, to restore its scroll position. */
  name: string;
  /** Scroll position and rows from the last visit. */
  place: RememberedPlace | null;
  pages: () => SessionPages | null;
  onComment: (id: string) => void;
  onEdit: (id: string) => void;
  onShare: (id: string) => void;
  onLogAgain: (id: string) => void;
}

/** The log as one long line, virtualised. Memoised so that typing in a dialog does not re-render it. */
export const SessionList = memo(function SessionList({ read, search, today, name, place, pages, ...on }: SessionListProps) {
  const list = useRef<WindowVirtualizerHandle>(null);
  const frame = useRef<HTMLElement>(null);
  const { cards, complete } = read;
  const rows = useMemo(() => groupByDay(cards, complete), [cards, complete]);
  const found = useMemo(() => wordsOfSearch(search), [search]);
  const stuck = useDayAtTop(frame, list, rows);

  useLayoutEffect(() => {
    if (place) scrollTo(0, place.scrollY);
  }, [place]);

  const remember = useEffectEvent((handle: WindowVirtualizerHandle) => {
    const kept = pages()?.keep();
    if (kept) rememberPlace(name, { cache: handle.cache, scrollY, read, pages: kept });
  });
  useLayoutEffect(() => {
    const handle = list.current;
    return () => {
      if (handle) remember(handle);
    };
  }, []);

  // Only wide windows show times in a margin. Phones skip the check, because the first format would delay their first paint.
  const wide = useDeviceWord() === 'device';
  const look = useCallback(() => {
    const handle = list.current;
    const open = pages();
    if (!handle || !open) return;
    const top = handle.findItemIndex(handle.scrollOffset);
    const bottom = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    open.look(rows[top]?.index ?? 0, rows[bottom]?.index ?? 0);
    if (!complete && bottom > rows.length - ROWS_AHEAD) open.more();
  }, [complete, pages, rows]);
  // After rows were added or removed, older sessions may be needed to fill the screen.
  useEffect(look, [look]);

  return (
    <section ref={frame} aria-label={TEXTS.list} className="long-line" data-dense data-day-periods={(wide && hasDayPeriods()) || undefined}>
      {stuck && (
        <div aria-hidden="true" className="long-line-stuck">
          <Day row={stuck} today={today} first={false} />
        </div>
      )}
      <WindowVirtualizer
        ref={list}
        data={rows}
        bufferSize={600}
        itemSize={LIKELY_ROW_PX}
        {...(place && { cache: place.cache })}
        onScroll={look}
        onResize={look}
      >
        {(row, index) => (
          <Row key={keyOf(row)} {...{ row, today, found, ...on }} first={index === 0} last={complete && index === rows.length - 1} />
        )}
      </WindowVirtualizer>
      {!complete && <p className="ps-(--gutter) text-15 text-ink-3 md:ps-28">{TEXTS.moreSessions}</p>}
    </section>
  );
});

interface RowProps extends Pick<SessionListProps, 'today' | 'onComment' | 'onEdit' | 'onShare' | 'onLogAgain'> {
  row: LogRow<SessionCard>;
  found: readonly string[];
  first: boolean;
  last: boolean;
}

function Row({ row, first, last, today, found, onComment, onEdit, onShare, onLogAgain }: RowProps) {
  if (row.kind === 'session') {
    const { card } = row;
    return (
      <EntryBoundary
        what="session"
        id={card.video.id}
        resetKey={card}
        frame={(line) => (
          <LogEntry state={knotOf(card.sync)} last={last}>
            {line}
          </LogEntry>
        )}
      >
        <SessionEntry {...{ card, found, last, onComment, onEdit, onShare, onLogAgain }} />
      </EntryBoundary>
    );
  }
  return (
    <EntryBoundary what="date" id={row.newest.video.id} resetKey={row.day} frame={(line) => <div className="long-line-part">{line}</div>}>
      <Day {...{ row, today, first }} />
    </EntryBoundary>
  );
}

function Day({ row: { day, count, newest }, today, first }: Pick<RowProps, 'today' | 'first'> & { row: DayRow<SessionCard> }) {
  return (
    <DayHeader
      day={Number(day.slice(8))}
      dayWords={formatDayName(day, today)}
      fullDate={formatFullDay(day)}
      count={count === null ? '' : TEXTS.sessions(count)}
      first={first}
      onlyHere={knotOf(newest.sync) !== 'synced'}
    />
  );
}

const keyOf = (row: LogRow<SessionCard>) => (row.kind === 'day' ? `${row.day} ${row.newest.video.id}` : row.card.video.id);
