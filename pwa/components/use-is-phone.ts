import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 767px)';

/** True below 768 px, where the bottom bar is and words say 'this phone'. */
function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

/** The same word outside a component. */
export const deviceWord = (): 'phone' | 'device' => (matchMedia(NARROW).matches ? 'phone' : 'device');

/** What people call where they are: 'phone', or 'device' from 768 px up (LOOK.md, words for sync). */
export function useDeviceWord(): 'phone' | 'device' {
  return useIsPhone() ? 'phone' : 'device';
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
