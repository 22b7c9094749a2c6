import { expect, it } from 'vitest';
import { NEW_SET } from '../../api/contract/entities/set.ts';
import type { RepKind } from '../../api/contract/reps.ts';
import type { CountedSession } from '../../sync/queries/counted-sessions.ts';
import { setsCsv } from './sets-csv.ts';

const session = (title: string, set: object, kinds: readonly RepKind[] = []) =>
  ({
    video: { title },
    sets: [
      {
        set: { ...NEW_SET, startedAt: '2026-05-01T09:00:00.000Z', ...set },
        reps: kinds.map((kind, place) => ({ kind, at: place, filmMs: null })),
      },
    ],
  }) as unknown as CountedSession;

it('has a line for each set, with a letter for each rep', () => {
  const csv = setsCsv([session('Field', { exercise: 'Send-away', distanceM: 30 }, ['hit', 'miss', 'helped', 'hit'])], 'Fen');
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFstarted_at,dog,session,exercise,step,distance_m,duration_s,count,count_word,distraction,hit_means,reps_asked,hits,misses,helped,reps',
    '2026-05-01T09:00:00.000Z,Fen,Field,Send-away,,30,,,,,,5,2,1,1,HMAH',
    '',
  ]);
});

it('gives typed reps no letter: they have no order', () => {
  const typed = session('Field', { exercise: 'Recall' }, ['hit', 'hit', 'miss']);
  for (const rep of typed.sets[0]?.reps.slice(1) ?? []) rep.at = null;
  expect(setsCsv([typed], null).split('\r\n')[1]).toBe('2026-05-01T09:00:00.000Z,,Field,Recall,,,,,,,,5,2,1,0,H');
});

it('quotes what would break a line, and defuses what a spreadsheet would run', () => {
  const csv = setsCsv([session('Wet, "windy"\nfield', { exercise: '=HYPERLINK("x")', hitMeans: '-one' })], '@Fen');
  const [, line] = csv.split('\r\n');
  expect(line).toBe(`2026-05-01T09:00:00.000Z,'@Fen,"Wet, ""windy""\nfield","'=HYPERLINK(""x"")",,,,,,,'-one,5,0,0,0,`);
});
