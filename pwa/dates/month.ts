import { isTrainingDay } from '../../api/contract/training-day.ts';

/** First and last day of a month. @param month YYYY-MM */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
}

/** The month, YYYY-MM, if the two days are its first and its last. */
export function monthOf({ from, to }: { from: string; to: string }): string | null {
  const month = from.slice(0, 7);
  return from !== '' && daysOfMonth(month).from === from && daysOfMonth(month).to === to ? month : null;
}

/** Whether a text from outside is a calendar day, YYYY-MM-DD. */
export const isDay = (text: string): boolean => isTrainingDay(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
