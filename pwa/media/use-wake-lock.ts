import { useEffect } from 'react';

/** Keeps the screen on while `active` and the page is visible: a phone that sleeps cuts its uploads off. */
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
    // Refused with a low battery; then the screen sleeps as the person set it.
    const holdIfAllowed = () => void hold().catch(() => {});
    holdIfAllowed();
    // The browser takes the lock away whenever the page is hidden.
    document.addEventListener('visibilitychange', holdIfAllowed);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', holdIfAllowed);
      void lock?.release();
    };
  }, [active]);
}
