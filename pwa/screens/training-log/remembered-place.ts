import type { WindowVirtualizerHandle } from 'virtua';
import type { KeptPages, ReadSessions } from './session-pages.ts';

/** Scroll position and loaded rows of a list the person left, kept until the app closes. */
export interface RememberedPlace {
  /** Measured row heights; valid only for the cards of `read`. */
  cache: WindowVirtualizerHandle['cache'];
  scrollY: number;
  read: ReadSessions;
  pages: KeptPages;
}

const places = new Map<string, RememberedPlace>();

export const rememberPlace = (name: string, place: RememberedPlace) => void places.set(name, place);

export const placeOf = (name: string): RememberedPlace | null => places.get(name) ?? null;
