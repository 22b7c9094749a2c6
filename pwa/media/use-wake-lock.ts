import { useEffect } from 'react';

/** Keeps the screen on while `active` and the page is visible: a sleeping phone stops its uploads. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    // Absent outside secure contexts and in older browsers.
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let ended = false;
    async function hold() {
      if (ended || document.visibilityState !== 'visible') return;
      const held = await navigator.wakeLock.request('screen');
      if (ended) await held.release();
      else lock = held;
    }
    // The browser may refuse on low battery; the screen then sleeps as usual.
    const holdIfAllowed = () => void hold().catch(() => {});
    holdIfAllowed();
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', holdIfAllowed);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', holdIfAllowed);
      void lock?.release();
    };
  }, [active]);
}
