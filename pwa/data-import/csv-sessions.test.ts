import { expect, it } from 'vitest';
import { MESSAGES } from '../../api/contract/errors.ts';
import { feedName } from '../../api/contract/sync-protocol.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import { importRows } from '../../sync/import/import-rows.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { type Csv, type CsvOptions, guessMapping, planCsv, sessionOf, withColumn } from './csv-sessions.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';

const NONE_BROKEN = { broken: new Set<number>() };
const options = (order: 'day' | 'month' = 'day', dogs: [string, string][] = []): CsvOptions => ({
  mapping: { date: 0, dog: 1, title: 2, notes: 3, order },
  dogs: new Map(dogs),
  zone: 'Europe/London',
});
const momentOf = (date: string, order?: 'day' | 'month') => {
  const session = sessionOf([date, '', 'A'], options(order));
  return typeof session === 'string' ? session : session.trainedAt;
};

it.each([
  ['2026-11-20', '2026-11-20T12:00:00.000Z'],
  ['2026-07-20', '2026-07-20T11:00:00.000Z'],
  ['20.11.2026', '2026-11-20T12:00:00.000Z'],
  ['20. 11. 2026', '2026-11-20T12:00:00.000Z'],
  ['3/4/26', '2026-04-03T11:00:00.000Z'],
  ['2026-11-20 18:30', '2026-11-20T18:30:00.000Z'],
  ['2026/11/20 6:05 pm', '2026-11-20T18:05:00.000Z'],
  ['20-11-2026, 12:00 AM', '2026-11-20T00:00:00.000Z'],
  ['20/11/2026 6 p.m.', '2026-11-20T18:00:00.000Z'],
  ['20/11/2026 18h30', '2026-11-20T18:30:00.000Z'],
  ['20/11/2026 Fri', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20T23:30:00+02:00', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20 23:30:00Z', '2026-11-20T23:30:00.000Z'],
  ['3/4/98', '1998-04-03T11:00:00.000Z'],
])('reads %s', (text, moment) => {
  expect(momentOf(text)).toBe(moment);
});

it.each(['', 'yesterday', '31.02.2026', '2026', '13/13/2026', '1.2.3'])('does not read %j as a date', (text) => {
  expect(momentOf(text)).toBe('Please enter a date');
});

it('reads the month first when asked to', () => {
  expect(momentOf('3/4/2026', 'month')).toBe('2026-03-04T12:00:00.000Z');
});

it('guesses columns from their names, and the order of dates from a number that is no month', () => {
  const csv: Csv = {
    ...NONE_BROKEN,
    name: 'a.csv',
    header: ['Datum', 'Hund', 'Titel', 'Notiz', 'Weather'],
    rows: [['11/20/2026', '', '', '', '']],
  };
  expect(guessMapping(csv)).toEqual({ date: 0, dog: 1, title: 2, notes: 3, order: 'month' });
  expect(guessMapping({ ...csv, header: ['A', 'B', 'C', 'D', 'E'] })).toEqual({
    date: null,
    dog: null,
    title: null,
    notes: null,
    order: expect.stringMatching(/^(?:day|month)$/),
  });
});

it('guesses the order of dates again for another column', () => {
  const csv: Csv = { ...NONE_BROKEN, name: 'a.csv', header: ['Made', 'Session date'], rows: [['11/20/2026', '20/11/2026']] };
  const mapping = guessMapping(csv);
  expect(mapping).toMatchObject({ date: 1, title: null, order: 'day' });
  expect(withColumn(csv, mapping, 'date', 0)).toMatchObject({ date: 0, order: 'month' });
  expect(withColumn(csv, mapping, 'title', 0)).toMatchObject({ date: 1, title: 0, order: 'day' });
});

it('loses no word: a dog that is not here, a title that is too long, notes without a title', () => {
  const long = `${'T'.repeat(199)}🐕`;
  expect(sessionOf(['2026-11-20', 'Rex', long, 'Wet'], options())).toMatchObject({
    title: 'T'.repeat(199),
    description: `${long}\n\nWet\n\nDog: Rex`,
    dogId: null,
  });
  expect(sessionOf(['2026-11-20', ' REX', '', 'Wet\nWindy'], options('day', [['rex', 'id']]))).toMatchObject({
    title: 'Wet',
    description: 'Wet\nWindy',
    dogId: 'id',
  });
});

it('adds each row once, also one that is there twice, and names those that it cannot read', async () => {
  const [store, ports] = [await openTestStore(ANNA), testPorts()];
  const row = {
    id: ANNA,
    email: null,
    firstName: null,
    lastName: null,
    bio: '',
    location: null,
    sports: [],
    profileVisibility: 'private' as const,
    profileImageUrl: null,
    isAdult: null,
    version: 1,
    feed: feedName('own', ANNA),
  };
  await store.view('profile').put(row);
  await store.settings.put({ key: 'lastSyncedAt', value: 1 });
  const { id: dog } = await mutate(store, ports, 'dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2021-04-03' } });
  const csv: Csv = {
    broken: new Set([5]),
    name: 'log.csv',
    header: ['date', 'dog', 'title', 'notes'],
    rows: [
      ['2026-11-20', 'fen', 'Track', ''],
      ['2026-11-20', 'fen', 'Track', ''],
      ['', '', '', ''],
      ['soon', '', 'Track', ''],
      ['2026-11-21', '', '', ''],
      ['2026-11-22', '', 'Track', ''],
    ],
  };
  const read = () => planCsv(store, csv, options('day', [['fen', dog]]));
  const plan = await read();
  expect(plan.counts.videos).toEqual({ fresh: 2, here: 0, deleted: 0 });
  expect(plan.faults).toEqual([
    { file: 'log.csv', line: 5, message: 'Please enter a date' },
    { file: 'log.csv', line: 6, message: MESSAGES.titleRequired },
    { file: 'log.csv', line: 7, message: 'The quotes of this row do not match' },
  ]);
  await importRows(store, ports, plan, { tell: () => undefined, signal: new AbortController().signal });
  expect((await store.view('videos').toArray()).map(({ dogId }) => dogId)).toEqual([dog, dog]);
  expect((await read()).counts.videos).toEqual({ fresh: 0, here: 2, deleted: 0 });
});
