import { expect, it } from 'vitest';
import { NEW_PLAN, type Plan } from './entities/plan.ts';
import { NEW_SET } from './entities/set.ts';
import { NEW_TRIAL, type Trial } from './entities/trial.ts';
import { type CalendarDog, calendarDays, icsOf } from './calendar.ts';

const row = { ownerId: 'me', createdAt: '2026-11-28T09:00:00.000Z', updatedAt: '2026-11-28T09:30:00.000Z', deletedAt: null, version: 1 };
const plan = (more: Partial<Plan>): Plan => ({ ...NEW_PLAN, ...row, id: 'p1', day: '2026-12-01', ...more });
const trial = (more: Partial<Trial>): Trial => ({ ...NEW_TRIAL, ...row, id: 't1', name: 'Club trial', day: '2026-12-20', ...more });
const fen = { id: 'fen', name: 'Fen', updatedAt: '2026-11-01T09:00:00.000Z' };
const ics = (plans: Plan[], trials: Trial[], dogs: readonly CalendarDog[] = [fen]) =>
  icsOf(calendarDays(plans, trials, dogs), 'example.org');

it('has a whole day for each plan, trial and closing entry', () => {
  const exercises = [{ ...NEW_SET, id: 'e1', exercise: 'Send-away', distanceM: 35 }];
  const text = ics(
    [plan({ dogId: 'fen', exercises, note: 'Wind, from the left' })],
    [trial({ entryCloses: '2026-12-06', place: 'Stafford; field 2' })],
  );
  expect(text.split('\r\n').filter((line) => /^(UID|DTSTART|DTEND|SUMMARY|DESCRIPTION|LOCATION)/.test(line))).toEqual([
    'UID:plan-p1@example.org',
    'DTSTART;VALUE=DATE:20261201',
    'SUMMARY:Fen: Send-away',
    'DESCRIPTION:Send-away\\, 35 m\\nWind\\, from the left',
    'UID:entry-t1@example.org',
    'DTSTART;VALUE=DATE:20261206',
    'SUMMARY:Entry closes: Club trial',
    'LOCATION:Stafford\\; field 2',
    'UID:trial-t1@example.org',
    'DTSTART;VALUE=DATE:20261220',
    'SUMMARY:Club trial',
    'LOCATION:Stafford\\; field 2',
  ]);
});

it('breaks lines of more than 75 octets between characters, and keeps no line break or control character of a text', () => {
  const name = `${'ä'.repeat(60)}\r\nBEGIN:VEVENT\u0007`;
  const text = ics([], [trial({ name })]);
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll('\r\n ', '');
  expect(unfolded).toContain(`SUMMARY:${'ä'.repeat(60)}\\nBEGIN:VEVENT\r\n`);
  expect(unfolded.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
});

it('was changed when its dog was, if that is later: the title names it', () => {
  const deleted = { ...fen, name: null, updatedAt: '2026-11-28T10:00:00.000Z' };
  const renamed = { ...fen, name: 'Fennel', updatedAt: '2026-11-28T10:00:00.000Z' };
  const changes = (dogs: readonly CalendarDog[]) =>
    ics([plan({ dogId: 'fen' }), plan({ id: 'p2' })], [trial({ dogId: 'fen' })], dogs).match(/^LAST-MODIFIED:.*$/gm);
  expect(changes([fen])).toEqual(Array(3).fill('LAST-MODIFIED:20261128T093000Z'));
  expect(changes([renamed])).toEqual([
    'LAST-MODIFIED:20261128T100000Z',
    'LAST-MODIFIED:20261128T093000Z',
    'LAST-MODIFIED:20261128T100000Z',
  ]);
  expect(changes([deleted])).toEqual(changes([renamed]));
});
