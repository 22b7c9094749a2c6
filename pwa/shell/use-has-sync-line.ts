import { useEffect, useState } from 'react';
import type { SyncTotalStatus } from '../components/total-words.ts';
import { useWhenUnseen } from '../components/use-when-unseen.ts';
import { whenQuiet } from '../components/when-quiet.ts';

/** How long the line says 'All synced' before it disappears, like a card's chip. */
const SYNCED_MS = 3000;

/**
 * Whether the header has its sync line. The line appears with the first unsynced item and disappears when all is synced, but
 * never while a tap may be in progress (docs/decisions/0122).
 * @param screen the path of the screen; when it changes, the line may disappear at once
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
