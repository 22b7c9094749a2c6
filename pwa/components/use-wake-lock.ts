import { useEffect, useState } from 'react';

/**
 * Keeps the screen on while `active` and the page is visible: a sleeping phone stops its uploads, and a dark one counts no reps.
 * @returns false if the browser cannot or will not
 */
export function useWakeLock(active: boolean): boolean {
  // Absent outside secure contexts and in older browsers.
  const [allowed, setAllowed] = useState(() => 'wakeLock' in navigator);
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let ended = false;
    async function hold() {
      if (ended || document.visibilityState !== 'visible') return;
      const held = await navigator.wakeLock.request('screen');
      if (ended) return held.release();
      lock = held;
      setAllowed(true);
    }
    // The browser may refuse on low battery; the screen then sleeps as usual.
    const holdIfAllowed = () => void hold().catch(() => setAllowed(ended));
    holdIfAllowed();
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', holdIfAllowed);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', holdIfAllowed);
      void lock?.release();
    };
  }, [active]);
  return allowed;
}
