import { OptionBoundary } from '../../components/entry-boundary.tsx';
import { FilterChoice } from '../../components/filter-choice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { formatMonth } from '../../dates/format-date.ts';
import { TEXTS } from './texts.ts';
import type { DaysChoiceState } from './use-days-choice.ts';
import type { LogFilter } from './use-log-filter.ts';

/** Jumps to a month of the log, or opens the fields for a range of days. */
export function DaysChoice({ days }: { days: DaysChoiceState }) {
  return (
    <FilterChoice label={TEXTS.daysFilter} value={days.choice} onChoose={days.choose}>
      <option value="">{TEXTS.anyTime}</option>
      <option value="days">{TEXTS.chooseDays}</option>
      {days.months.map((month) => (
        <OptionBoundary key={month} what="month">
          <MonthOption month={month} />
        </OptionBoundary>
      ))}
    </FilterChoice>
  );
}

function MonthOption({ month }: { month: string }) {
  return <option value={month}>{formatMonth(month)}</option>;
}

/** First and last day of a range. A day that passes the other replaces it, so that the range never ends before it begins. */
export function DaysFields({ filter, className }: { filter: LogFilter; className: string }) {
  const { from, to, chooseDays } = filter;
  return (
    <div className={`mb-4 grid max-w-md grid-cols-2 gap-2 ${className}`}>
      <TextField
        type="date"
        label={TEXTS.from}
        value={from}
        onChange={({ target: { value } }) => chooseDays({ from: value, to: to && value > to ? value : to })}
      />
      <TextField
        type="date"
        label={TEXTS.to}
        value={to}
        onChange={({ target: { value } }) => chooseDays({ from: value && value < from ? value : from, to: value })}
      />
    </div>
  );
}
