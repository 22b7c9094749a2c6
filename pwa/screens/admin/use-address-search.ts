import { type FilterRoute, useFilterRoute } from '../../components/use-filter-route.ts';

interface AddressFilter extends Record<'search', string> {
  /** Part of an address. */
  search: string;
}

const NAMES = { search: 'q' } as const;
const NONE: AddressFilter = { search: '' };

/** The search over both lists; debounced before it reaches the server. */
export const useAddressSearch = (): FilterRoute<AddressFilter> => useFilterRoute(NAMES, NONE);
