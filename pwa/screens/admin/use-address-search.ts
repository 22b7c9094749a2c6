import { type FilterRoute, useFilterRoute } from '../../components/use-filter-route.ts';

interface AddressFilter extends Record<'search', string> {
  /** A part of an address. */
  search: string;
}

const NAMES = { search: 'q' } as const;
const NONE: AddressFilter = { search: '' };

/** What is searched for in both lists; it reaches the server when typing rests. */
export const useAddressSearch = (): FilterRoute<AddressFilter> => useFilterRoute(NAMES, NONE);
