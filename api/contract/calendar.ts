import type { Plan } from './entities/plan.ts';
import type { Trial } from './entities/trial.ts';
import { measuresOf } from './set-words.ts';

/** Octets of a line, without its break (RFC 5545, section 3.1). */
const LINE_MAX = 75;

export interface CalendarDay {
  /** Unique and the same in each version of the calendar. */
  uid: string;
  /** YYYY-MM-DD. */
  day: string;
  summary: string;
  description: string;
  location: string;
  /** When it was last changed, an ISO moment. */
  changedAt: string;
}

type CalendarPlan = Pick<Plan, 'id' | 'day' | 'dogId' | 'exercises' | 'note' | 'updatedAt'>;
type CalendarTrial = Pick<Trial, 'id' | 'day' | 'dogId' | 'name' | 'level' | 'place' | 'entryCloses' | 'result' | 'updatedAt'>;

/** The dog whose name the title of a day begins with. */
export interface CalendarDog {
  id: string;
  /** Null for a deleted dog. */
  name: string | null;
  /** An ISO moment. */
  updatedAt: string;
}

/** What a calendar shows of plans and trials; each closing of an entry is a day of its own. @param dogs those of the same person */
export function calendarDays(
  plans: readonly CalendarPlan[],
  trials: readonly CalendarTrial[],
  dogs: readonly CalendarDog[],
): CalendarDay[] {
  const byId = new Map(dogs.map((dog) => [dog.id, dog]));
  const dogOf = (id: string | null) => (id === null ? undefined : byId.get(id));
  const named = (what: string, dogId: string | null) => [dogOf(dogId)?.name, what].filter(Boolean).join(': ');
  // Programs may keep what they have of a day that seems unchanged, and a dog may get another name or be deleted.
  const changedAt = ({ dogId, updatedAt }: CalendarPlan | CalendarTrial) => {
    const ofDog = dogOf(dogId)?.updatedAt ?? '';
    return ofDog > updatedAt ? ofDog : updatedAt;
  };
  const ofPlans = plans.map((plan) => ({
    uid: `plan-${plan.id}`,
    day: plan.day,
    summary: named(plan.exercises.map(({ exercise }) => exercise).join(', ') || 'Training', plan.dogId),
    description: [...plan.exercises.map((exercise) => [exercise.exercise, measuresOf(exercise)].filter(Boolean).join(', ')), plan.note]
      .filter(Boolean)
      .join('\n'),
    location: '',
    changedAt: changedAt(plan),
  }));
  const ofTrials = trials.flatMap((trial) => {
    const { id, day, name, level, place, entryCloses, dogId } = trial;
    const about = { description: [level, trial.result].filter(Boolean).join('\n'), location: place ?? '', changedAt: changedAt(trial) };
    const closes =
      entryCloses === null ? [] : [{ ...about, uid: `entry-${id}`, day: entryCloses, summary: named(`Entry closes: ${name}`, dogId) }];
    return [{ ...about, uid: `trial-${id}`, day, summary: named(name, dogId) }, ...closes];
  });
  return [...ofPlans, ...ofTrials].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** A calendar without a day needs another component (section 3.4). */
const NOTHING_AHEAD = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** An iCalendar file of whole days (RFC 5545). A day without an end is one day long. @param host names the server in the ids of the days */
export function icsOf(days: readonly CalendarDay[], host: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Longline//Longline//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Longline',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...(days.length === 0 ? NOTHING_AHEAD : []),
    ...days.flatMap(({ uid, day, summary, description, location, changedAt }) => [
      'BEGIN:VEVENT',
      `UID:${uid}@${host}`,
      `DTSTAMP:${stampOf(changedAt)}`,
      `LAST-MODIFIED:${stampOf(changedAt)}`,
      `DTSTART;VALUE=DATE:${plain(day)}`,
      `SUMMARY:${escaped(summary)}`,
      ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
      ...(location ? [`LOCATION:${escaped(location)}`] : []),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const plain = (day: string) => day.replaceAll('-', '');
const stampOf = (moment: string) => `${moment.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Section 3.3.11. Other control characters are not allowed in a text. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // Control characters, except tabs.
    .replaceAll(/[^\P{Cc}\t]/gu, '');

/** In UTF-8. @param character one code point */
function octets(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}

/** Breaks a long line between characters; each further part begins with a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let length = 0;
  for (const character of line) {
    const bytes = octets(character);
    if (length + bytes > LINE_MAX) {
      parts.push(part);
      part = ' ';
      length = 1;
    }
    part += character;
    length += bytes;
  }
  return [...parts, part].join('\r\n');
}
