import type { WindowVirtualizerHandle } from 'virtua';
import type { KeptPages, ReadSessions } from './session-pages.ts';

/** Where a list stood when it was left, and what was read of it, until the app is closed. */
export interface RememberedPlace {
  /** The heights of the rows; fits the cards of `read` only. */
  cache: WindowVirtualizerHandle['cache'];
  scrollY: number;
  read: ReadSessions;
  pages: KeptPages;
}

const places = new Map<string, RememberedPlace>();

export const rememberPlace = (name: string, place: RememberedPlace) => void places.set(name, place);

export const placeOf = (name: string): RememberedPlace | null => places.get(name) ?? null;
