/** What grouping needs to know of a session. */
interface Trained {
  /** YYYY-MM-DD on the training ground. */
  day: string;
}

export interface DayRow<Card> {
  kind: 'day';
  /** YYYY-MM-DD on the training ground. */
  day: string;
  /** How many sessions the day has; null while older ones of it may still follow. */
  count: number | null;
  /** The newest session of the day: what the line below the header leads to. */
  newest: Card;
  /** Which of the sessions that is. */
  index: number;
}

export interface SessionRow<Card> {
  kind: 'session';
  card: Card;
  /** Which of the sessions it is. */
  index: number;
}

export type LogRow<Card> = DayRow<Card> | SessionRow<Card>;

/**
 * The rows of the log: each day, then its sessions. A day is the one on the training ground
 * (design section 7, decision 21), so that a session does not change its day when its reader travels.
 * @param cards newest first
 * @param complete whether there are no older ones
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
