import { trainingDay } from '../../../api/contract/training-day.ts';

/** What grouping needs to know of a session. */
interface Trained {
  video: { id: string; trainedAt: string; trainedZone: string };
}

export interface DayRow<Card> {
  kind: 'day';
  /** YYYY-MM-DD on the training ground. */
  day: string;
  /** How many sessions the day has; null while older ones of it may still follow. */
  count: number | null;
  /** The newest session of the day: what the line below the header leads to. */
  newest: Card;
}

export interface SessionRow<Card> {
  kind: 'session';
  card: Card;
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
  for (const card of cards) {
    const day = trainingDay(card.video.trainedAt, card.video.trainedZone);
    if (header?.day !== day) {
      header = { kind: 'day', day, count: 0, newest: card };
      rows.push(header);
    }
    header.count = (header.count ?? 0) + 1;
    rows.push({ kind: 'session', card });
  }
  if (header && !complete) header.count = null;
  return rows;
}
