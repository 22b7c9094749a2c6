import { expect, it } from 'vitest';
import { NEW_SET } from '../entities/set.ts';
import type { RepKind } from '../reps.ts';
import { csvOf } from './csv.ts';
import { SET_COLUMNS, setLine, type SetOfSession } from './sets-csv.ts';

const setsCsv = (sets: SetOfSession[]) => csvOf(SET_COLUMNS, sets.map(setLine));

const counted = (session: string, dog: string | null, set: object, kinds: readonly RepKind[] = []) =>
  ({
    session,
    dog,
    set: { ...NEW_SET, startedAt: '2026-05-01T09:00:00.000Z', ...set },
    reps: kinds.map((kind, place) => ({ kind, at: place, filmMs: null })),
  }) as unknown as SetOfSession;

it('has a line for each set, with a letter for each rep', () => {
  const csv = setsCsv([counted('Field', 'Fen', { exercise: 'Send-away', distanceM: 30 }, ['hit', 'miss', 'helped', 'hit'])]);
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFstarted_at,dog,session,exercise,step,distance_m,duration_s,count,count_word,distraction,hit_means,reps_asked,hits,misses,helped,reps',
    '2026-05-01T09:00:00.000Z,Fen,Field,Send-away,,30,,,,,,5,2,1,1,HMAH',
    '',
  ]);
});

it('gives typed reps no letter: they have no order', () => {
  const typed = counted('Field', null, { exercise: 'Recall' }, ['hit', 'hit', 'miss']);
  for (const rep of typed.reps.slice(1)) rep.at = null;
  expect(setsCsv([typed]).split('\r\n')[1]).toBe('2026-05-01T09:00:00.000Z,,Field,Recall,,,,,,,,5,2,1,0,H');
});

it('quotes what would break a line, and defuses what a spreadsheet would run', () => {
  const csv = setsCsv([counted('Wet, "windy"\nfield', '@Fen', { exercise: '=HYPERLINK("x")', hitMeans: '-one' })]);
  const [, line] = csv.split('\r\n');
  expect(line).toBe(`2026-05-01T09:00:00.000Z,'@Fen,"Wet, ""windy""\nfield","'=HYPERLINK(""x"")",,,,,,,'-one,5,0,0,0,`);
});
