import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type CalendarDay, type CalendarDog, calendarDays } from '../contract/calendar.ts';
import type { PlannedExercise } from '../contract/entities/plan.ts';
import { CALENDAR_DAYS_MAX } from '../contract/limits.ts';
import { dogs, plans, trials } from '../db/tables/training.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;
/** Older days are left out. */
const PAST_DAYS = 31;
/** Of each plan. With these limits, an answer takes a few milliseconds. */
const EXERCISES_MAX = 10;
const NOTE_MAX = 500;

/** The days nearest to today on one side of it, by index. */
const SIDES = ['past', 'ahead'] as const;
type Side = (typeof SIDES)[number];

/** Prepares the reading of one person's calendar. */
export function calendarReader({ db, now }: Pick<Services, 'db' | 'now'>): (ownerId: string) => Promise<CalendarDay[]> {
  const owner = sql.placeholder('ownerId');
  const day = (name: string) => sql`${sql.placeholder(name)}::text::date`;
  const isOn = (side: Side, column: AnyPgColumn) =>
    side === 'ahead' ? gte(column, day('today')) : and(gte(column, day('from')), lt(column, day('today')));
  const nearestFirst = (side: Side, { day: column, id }: { day: AnyPgColumn; id: AnyPgColumn }) =>
    side === 'ahead' ? [asc(column), asc(id)] : [desc(column), desc(id)];
  const plansOf = (side: Side) =>
    db
      .select({
        id: plans.id,
        day: plans.day,
        dogId: plans.dogId,
        updatedAt: plans.updatedAt,
        exercises: sql<PlannedExercise[]>`jsonb_path_query_array(${plans.exercises}, ${sql.raw(`'$[0 to ${EXERCISES_MAX - 1}]'`)})`,
        note: sql<string | null>`left(${plans.note}, ${sql.raw(String(NOTE_MAX))})`,
      })
      .from(plans)
      .where(and(eq(plans.ownerId, owner), isNull(plans.deletedAt), isOn(side, plans.day)))
      .orderBy(...nearestFirst(side, plans))
      .limit(CALENDAR_DAYS_MAX)
      .prepare(`calendar_plans_${side}`);
  const trialsOf = (side: Side) =>
    db
      .select({
        id: trials.id,
        day: trials.day,
        dogId: trials.dogId,
        updatedAt: trials.updatedAt,
        name: trials.name,
        level: trials.level,
        place: trials.place,
        entryCloses: trials.entryCloses,
        result: sql<string | null>`left(${trials.result}, ${sql.raw(String(NOTE_MAX))})`,
      })
      .from(trials)
      .where(and(eq(trials.ownerId, owner), isNull(trials.deletedAt), isOn(side, trials.day)))
      .orderBy(...nearestFirst(side, trials))
      .limit(CALENDAR_DAYS_MAX)
      .prepare(`calendar_trials_${side}`);
  const [readPlans, readTrials] = [SIDES.map(plansOf), SIDES.map(trialsOf)];

  async function dogsOf(ownerId: string, rows: readonly { dogId: string | null }[]): Promise<CalendarDog[]> {
    const ids = [...new Set(rows.flatMap(({ dogId }) => dogId ?? []))];
    const found = await db
      .select({ id: dogs.id, name: dogs.name, updatedAt: dogs.updatedAt, deletedAt: dogs.deletedAt })
      .from(dogs)
      .where(and(inArray(dogs.id, ids), eq(dogs.ownerId, ownerId)));
    return found.map(({ name, deletedAt, ...dog }) => changed({ ...dog, name: deletedAt === null ? name : null }));
  }

  return async (ownerId) => {
    const dayBefore = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
    const days = { ownerId, today: dayBefore(0), from: dayBefore(PAST_DAYS) };
    const planned = (await Promise.all(readPlans.map((read) => read.execute(days)))).flat();
    const tried = (await Promise.all(readTrials.map((read) => read.execute(days)))).flat();
    return calendarDays(planned.map(changed), tried.map(changed), await dogsOf(ownerId, [...planned, ...tried]));
  };
}

const changed = <Row extends { updatedAt: Date }>(row: Row) => ({ ...row, updatedAt: row.updatedAt.toISOString() });
