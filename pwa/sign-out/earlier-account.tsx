import { lazy, Suspense, useEffect, useState } from 'react';
import type { EarlierAccount as Found } from '../../sync/sign-out/earlier-accounts.ts';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { useSignInState } from '../sign-in/sign-in-context.tsx';
import { afterFirstCards } from '../sync/first-cards.ts';
import { useStore } from '../sync/sync-provider.tsx';

const EarlierAccountDialog = lazy(async () => ({ default: (await import('./earlier-account-dialog.tsx')).EarlierAccountDialog }));

/** Asks what to do with an earlier account of this person on this device, if there is one (R303). */
export function EarlierAccount() {
  const { userId } = useStore();
  const isSignedIn = useSignInState().kind === 'signed-in';
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    const look = async () => {
      const { findEarlierAccount } = await import('../../sync/sign-out/earlier-accounts.ts');
      setFound(await findEarlierAccount(userId));
    };
    // Without an answer it stays on the device, and the next start asks again.
    return afterFirstCards(() => void look().catch(() => undefined));
  }, [isSignedIn, userId]);
  if (!found) return null;
  const close = () => setFound(null);
  return (
    <DialogBoundary onClose={close}>
      <Suspense fallback={null}>
        <EarlierAccountDialog account={found} onClose={close} />
      </Suspense>
    </DialogBoundary>
  );
}
