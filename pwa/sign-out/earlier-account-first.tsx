import { type ReactNode, useEffect, useState } from 'react';
import type { EarlierAccount } from '../../sync/sign-out/find-earlier-account.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { EarlierAccountDialog } from './earlier-account-dialog.tsx';
import { EARLIER_TEXTS } from './texts.ts';

/** A person who logs out does not wait longer for the server to say whose a log is. */
const PATIENCE_MS = 5_000;

interface EarlierAccountFirstProps {
  /** The person stays signed in. */
  onClose: () => void;
  /** The sign-out itself. */
  children: ReactNode;
}

/**
 * Before a sign-out: asks about an earlier account on this device, which the sign-out does not clear, because no other copy may
 * exist (R303). Without an answer its content stays readable, and the person learns so before they log out.
 */
export function EarlierAccountFirst({ onClose, children }: EarlierAccountFirstProps) {
  const { userId } = useStore();
  const device = useDeviceWord();
  const [found, setFound] = useState<EarlierAccount | 'unknown' | 'looking' | null>('looking');
  const [isUnanswered, setUnanswered] = useState(false);
  useEffect(() => {
    void Promise.race([look(userId), new Promise<'unknown'>((resolve) => setTimeout(resolve, PATIENCE_MS, 'unknown'))])
      .catch(() => 'unknown' as const)
      .then(setFound);
  }, [userId]);
  if (found === 'looking') return null;
  if (found === null) return children;
  if (found !== 'unknown' && !isUnanswered)
    return <EarlierAccountDialog account={found} onClose={() => setUnanswered(true)} onDone={() => setFound(null)} />;
  const { title, earlier, unknown, confirm } = EARLIER_TEXTS.askLeave;
  return (
    <ConfirmDialog open title={title} confirmLabel={confirm} onConfirm={() => setFound(null)} onClose={onClose}>
      <p>{(found === 'unknown' ? unknown : earlier)(device)}</p>
    </ConfirmDialog>
  );
}

async function look(userId: string) {
  const { findEarlierAccount } = await import('../../sync/sign-out/find-earlier-account.ts');
  return findEarlierAccount(userId);
}
