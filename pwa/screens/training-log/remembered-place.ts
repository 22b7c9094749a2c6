import type { WindowVirtualizerHandle } from 'virtua';

/** Where a list stood when it was left, until the app is closed. */
export interface RememberedPlace {
  cache: WindowVirtualizerHandle['cache'];
  scrollY: number;
  /** How many sessions were loaded: the cache fits no other number. */
  limit: number;
}

const places = new Map<string, RememberedPlace>();

export const rememberPlace = (name: string, place: RememberedPlace) => void places.set(name, place);

export const placeOf = (name: string): RememberedPlace | null => places.get(name) ?? null;
