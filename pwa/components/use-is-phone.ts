import { useSyncExternalStore } from 'react';

const NARROW = '(width < 48rem)';

let query: MediaQueryList | undefined;
/** One for all: each card of a list asks, at each drawing. */
const narrow = (): MediaQueryList => (query ??= matchMedia(NARROW));

/** True below 768 px, where the bottom bar is and words say 'this phone'. */
function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}

/** The same word outside a component. */
export const deviceWord = (): 'phone' | 'device' => (narrow().matches ? 'phone' : 'device');

/** What people call where they are: 'phone', or 'device' from 768 px up (LOOK.md, words for sync). */
export function useDeviceWord(): 'phone' | 'device' {
  return useIsPhone() ? 'phone' : 'device';
}

function subscribe(listener: () => void): () => void {
  narrow().addEventListener('change', listener);
  return () => narrow().removeEventListener('change', listener);
}
