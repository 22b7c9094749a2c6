import { useEffect, useState } from 'react';
import { usePorts } from '../sync/sync-provider.tsx';

/** The time in milliseconds, anew every `everyMs`, and at once when the page comes back into view. */
export function useNow(everyMs: number): number {
  const ports = usePorts();
  const [now, setNow] = useState(() => ports.now());
  useEffect(() => {
    const look = () => setNow(ports.now());
    const timer = setInterval(look, everyMs);
    // Timers of a hidden page are late.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ports, everyMs]);
  return now;
}
