import { useEffect, useState } from 'react';
import type { SyncTotalStatus } from '../components/sync-total.tsx';
import { useWhenUnseen } from '../components/use-when-unseen.ts';
import { whenQuiet } from '../components/when-quiet.ts';

/** How long the line says 'All synced' before it leaves, like a card's chip. */
const SYNCED_MS = 3000;

/**
 * Whether the header has its sync line. It comes with the first thing that is not synced, and leaves when all is synced, but
 * never under a thumb (docs/decisions/0122).
 * @param screen the screen below
 */
export function useHasSyncLine(status: SyncTotalStatus | null, screen: string): boolean {
  const synced = !status || status.state === 'synced';
  const [stays, setStays] = useState(false);
  if (!synced && !stays) setStays(true);
  const leavesUnseen = useWhenUnseen(stays && synced, screen);
  useEffect(() => {
    if (!stays || !synced) return;
    if (leavesUnseen) return setStays(false);
    let forget: (() => void) | undefined;
    const timer = setTimeout(() => (forget = whenQuiet(() => setStays(false))), SYNCED_MS);
    return () => {
      clearTimeout(timer);
      forget?.();
    };
  }, [stays, synced, leavesUnseen]);
  return stays;
}
