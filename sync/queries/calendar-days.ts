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
  return calendarDays(own(plans), own(trials), own(dogs));
}
