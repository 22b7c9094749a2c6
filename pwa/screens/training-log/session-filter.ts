import type { SessionFilter } from '../../../sync/queries/sessions.ts';
import { dayNames } from '../../dates/day-names.ts';
import type { LogFilter } from './use-log-filter.ts';

/** Converts the log's filter to the filter of the store's queries. */
export const sessionFilter = ({
  scope,
  dogId,
  from,
  to,
  search,
}: Pick<LogFilter, 'scope' | 'dogId' | 'from' | 'to' | 'search'>): SessionFilter => ({
  scope,
  ...(dogId && { dogId }),
  ...(from && { from }),
  ...(to && { to }),
  ...(search && { search, dayNames: dayNames() }),
});
