import { useSyncExternalStore } from 'react';

const NARROW = '(width < 48rem)';

let query: MediaQueryList | undefined;
/** Shared, because every card of a list reads it at each render. */
const narrow = (): MediaQueryList => (query ??= matchMedia(NARROW));

/** True below 768 px, where the bottom bar appears and texts say 'this phone'. */
function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}

/** Like `useDeviceWord`, for code outside components. */
export const deviceWord = (): 'phone' | 'device' => (narrow().matches ? 'phone' : 'device');

/** The word for this device: 'phone', or 'device' from 768 px (R132). */
export function useDeviceWord(): 'phone' | 'device' {
  return useIsPhone() ? 'phone' : 'device';
}

function subscribe(listener: () => void): () => void {
  narrow().addEventListener('change', listener);
  return () => narrow().removeEventListener('change', listener);
}
