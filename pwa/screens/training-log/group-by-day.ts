/** The part of a session that grouping needs. */
interface Trained {
  /** YYYY-MM-DD in the session's time zone. */
  day: string;
}

export interface DayRow<Card> {
  kind: 'day';
  /** YYYY-MM-DD in the session's time zone. */
  day: string;
  /** Number of sessions that day; null while older ones may still load. */
  count: number | null;
  /** The day's newest session: the line below the header leads to its knot. */
  newest: Card;
  /** Index of `newest` in the cards. */
  index: number;
}

export interface SessionRow<Card> {
  kind: 'session';
  card: Card;
  /** Index in the cards. */
  index: number;
}

export type LogRow<Card> = DayRow<Card> | SessionRow<Card>;

/**
 * The rows of the log: each day, then its sessions. Days follow each session's own time zone (R42), so a session keeps its
 * day when the reader travels.
 * @param cards newest first
 * @param complete whether `cards` reaches the oldest session
 */
export function groupByDay<Card extends Trained>(cards: readonly Card[], complete: boolean): LogRow<Card>[] {
  const rows: LogRow<Card>[] = [];
  let header: DayRow<Card> | undefined;
  for (const [index, card] of cards.entries()) {
    if (header?.day !== card.day) {
      header = { kind: 'day', day: card.day, count: 0, newest: card, index };
      rows.push(header);
    }
    header.count = (header.count ?? 0) + 1;
    rows.push({ kind: 'session', card, index });
  }
  if (header && !complete) header.count = null;
  return rows;
}

/** The day that a row belongs to. */
export function dayOfRow<Card>(rows: readonly LogRow<Card>[], index: number): DayRow<Card> | null {
  for (let at = index; at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'day') return row;
  }
  return null;
}
