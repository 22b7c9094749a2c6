import { useState } from 'react';
import { listSessionMonths } from '../../../sync/queries/session-months.ts';
import { daysOfMonth, monthOf } from '../../dates/month.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import type { LogFilter } from './use-log-filter.ts';

export interface DaysChoiceState {
  /** '' for any time, a month as YYYY-MM, or 'days' for a range of days. */
  choice: string;
  /** Months to choose from, newest first. */
  months: readonly string[];
  choose: (choice: string) => void;
}

/**
 * The choice of when sessions were trained: any time, in a month, or in a range of days.
 * @param isNear whether the person is about to choose. Only then are the months listed, which reads a few rows for each.
 */
export function useDaysChoice(filter: LogFilter, isNear: boolean): DaysChoiceState {
  const store = useStore();
  const { scope, dogId, from, to, narrowed, chooseDays } = filter;
  const [picksDays, setPicksDays] = useState(false);
  const [wasNarrowed, setWasNarrowed] = useState(narrowed);
  if (wasNarrowed !== narrowed) {
    setWasNarrowed(narrowed);
    // 'Show all' clears this choice too.
    if (!narrowed) setPicksDays(false);
  }
  const listed = useLive(() => (isNear ? listSessionMonths(store, { scope, ...(dogId && { dogId }) }) : []), [store, scope, dogId, isNear]);
  const month = monthOf({ from, to });
  const choice = picksDays ? 'days' : (month ?? (from || to ? 'days' : ''));
  return {
    choice,
    // List the chosen month even if its last session was deleted.
    months: [...new Set([...(listed ?? []), ...(month ? [month] : [])])].toSorted().toReversed(),
    choose: (next) => {
      setPicksDays(next === 'days');
      if (next !== 'days') chooseDays(next ? daysOfMonth(next) : { from: '', to: '' });
    },
  };
}
