import { describe, expect, it } from 'vitest';
import { dayOfRow, groupByDay, type LogRow } from './group-by-day.ts';

const session = (id: string, day: string) => ({ id, day });
const shape = (rows: LogRow<ReturnType<typeof session>>[]) =>
  rows.map((row) => (row.kind === 'day' ? `${row.day} (${row.count ?? 'more'})` : row.card.id));

describe('log grouped by day', () => {
  it('puts each day above its sessions and counts them', () => {
    const rows = groupByDay([session('c', '2026-11-21'), session('b', '2026-11-21'), session('a', '2026-11-20')], true);
    expect(shape(rows)).toEqual(['2026-11-21 (2)', 'c', 'b', '2026-11-20 (1)', 'a']);
  });

  it("leaves the last day's count open while older sessions may follow", () => {
    const rows = groupByDay([session('b', '2026-11-21'), session('a', '2026-11-20')], false);
    expect(shape(rows)).toEqual(['2026-11-21 (1)', 'b', '2026-11-20 (more)', 'a']);
  });

  it('finds the day of each row', () => {
    const rows = groupByDay([session('b', '2026-11-21'), session('a', '2026-11-20')], true);
    expect(rows.map((_, index) => dayOfRow(rows, index)?.day)).toEqual(['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20']);
    expect(dayOfRow([], 0)).toBeNull();
  });

  it('has no rows if there are no sessions', () => {
    expect(groupByDay([], true)).toEqual([]);
  });
});
