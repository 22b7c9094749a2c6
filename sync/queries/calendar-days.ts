import { type CalendarDay, calendarDays } from '../../api/contract/calendar.ts';
import type { Store } from '../store/store.ts';

/** All plans and trials of the person, as days of a calendar. */
export async function listCalendarDays(store: Store): Promise<CalendarDay[]> {
  const own = <Row extends { ownerId: string; deletedAt: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => row.ownerId === store.userId && row.deletedAt === null);
  const [plans, trials, dogs] = await Promise.all([
    store.view('plans').toArray(),
    store.view('trials').toArray(),
    store.view('dogs').toArray(),
  ]);
  const ownDogs = dogs.filter(({ ownerId }) => ownerId === store.userId);
  const named = ownDogs.map(({ id, name, updatedAt, deletedAt }) => ({ id, name: deletedAt === null ? name : null, updatedAt }));
  return calendarDays(own(plans), own(trials), named);
}
