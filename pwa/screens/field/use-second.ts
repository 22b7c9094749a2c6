import { useEffect, useState } from 'react';
import { usePorts } from '../../sync/sync-provider.tsx';

/** The moment, renewed each second. */
export function useSecond(): number {
  const ports = usePorts();
  const [now, setNow] = useState(() => ports.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(ports.now()), 1_000);
    return () => clearInterval(timer);
  }, [ports]);
  return now;
}
