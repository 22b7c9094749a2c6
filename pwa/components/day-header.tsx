import { Hook } from './hook.tsx';

export interface DayHeaderProps {
  /** Day of the month. */
  day: number;
  /** 'Saturday · November', with the year if it is not the current one. */
  dayWords: string;
  /** '3 sessions' */
  count: string;
  /** The whole date, for screen readers: 'Saturday 21 November 2026'. */
  fullDate?: string;
  /** The first day of the log: draws the hook. */
  first?: boolean;
  /** Dashes the line: the entry below is only on this device. */
  onlyHere?: boolean;
  level?: 2 | 3;
}

/** A day on the long line. Render it inside an element with class `long-line`. */
export function DayHeader({ day, dayWords, count, fullDate, first = false, onlyHere = false, level = 2 }: DayHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="long-line-part long-line-day" data-first={first || undefined} data-only-here={onlyHere || undefined}>
      {first && <Hook />}
      <Heading className="flex items-baseline gap-2 text-15">
        <span className="sr-only">{fullDate ?? `${dayWords} ${day}`}</span>
        <span aria-hidden="true" className="long-line-date long-line-in-margin">
          {day}
        </span>
        <span aria-hidden="true" className="font-semi">
          {dayWords}
        </span>
      </Heading>
      <span className="long-line-count font-semi text-ink-3">{count}</span>
    </div>
  );
}
