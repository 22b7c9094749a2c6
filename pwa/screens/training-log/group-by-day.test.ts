import { describe, expect, it } from 'vitest';
import { groupByDay } from './group-by-day.ts';

const session = (id: string, trainedAt: string, trainedZone = 'Europe/London') => ({ video: { id, trainedAt, trainedZone } });
const shape = (rows: ReturnType<typeof groupByDay>) =>
  rows.map((row) => (row.kind === 'day' ? `${row.day} (${row.count ?? 'more'})` : row.card.video.id));

describe('the log grouped by day', () => {
  it('puts each day above its sessions and counts them', () => {
    const rows = groupByDay(
      [session('c', '2026-11-21T14:22:00.000Z'), session('b', '2026-11-21T09:00:00.000Z'), session('a', '2026-11-20T17:40:00.000Z')],
      true,
    );
    expect(shape(rows)).toEqual(['2026-11-21 (2)', 'c', 'b', '2026-11-20 (1)', 'a']);
  });

  it('takes the day of the training ground, not of the reader or of UTC', () => {
    const rows = groupByDay([session('late', '2026-07-01T23:30:00.000Z', 'Europe/London')], true);
    expect(shape(rows)).toEqual(['2026-07-02 (1)', 'late']);
  });

  it('does not claim a count for the last day while older sessions may follow', () => {
    const rows = groupByDay([session('b', '2026-11-21T14:22:00.000Z'), session('a', '2026-11-20T17:40:00.000Z')], false);
    expect(shape(rows)).toEqual(['2026-11-21 (1)', 'b', '2026-11-20 (more)', 'a']);
  });

  it('has no rows without sessions', () => {
    expect(groupByDay([], true)).toEqual([]);
  });
});
