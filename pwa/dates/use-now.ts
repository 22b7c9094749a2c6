import { useEffect, useState } from 'react';
import { usePorts } from '../sync/sync-provider.tsx';

/** The current time in milliseconds, updated every `everyMs` and when the page becomes visible. */
export function useNow(everyMs: number): number {
  const ports = usePorts();
  const [now, setNow] = useState(() => ports.now());
  useEffect(() => {
    const look = () => setNow(ports.now());
    const timer = setInterval(look, everyMs);
    // Browsers throttle timers on hidden pages.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ports, everyMs]);
  return now;
}
