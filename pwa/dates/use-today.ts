import { useEffect, useState } from 'react';
import { usePorts } from '../sync/sync-provider.tsx';
import { deviceDay } from './training-moment.ts';

const LOOK_MS = 60_000;

/** Today on this device, YYYY-MM-DD, also in an app that stays open over midnight. */
export function useToday(): string {
  const ports = usePorts();
  const [today, setToday] = useState(() => deviceDay(ports.now()));
  useEffect(() => {
    const look = () => setToday(deviceDay(ports.now()));
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ports]);
  return today;
}
