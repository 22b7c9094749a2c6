import { lazy, Suspense, useEffect, useState } from 'react';
import type { EarlierAccount as Found } from '../../sync/sign-out/find-earlier-account.ts';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { useSignInState } from '../sign-in/sign-in-context.tsx';
import { afterFirstCards } from '../sync/first-cards.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { SIGN_OUT_DIALOG } from './sign-out-dialog-name.ts';

const EarlierAccountDialog = lazy(async () => ({ default: (await import('./earlier-account-dialog.tsx')).EarlierAccountDialog }));

/** Asks what to do with an earlier account of this person on this device, if there is one (R303). */
export function EarlierAccount() {
  const { userId } = useStore();
  const isSignedIn = useSignInState().kind === 'signed-in';
  const signingOut = useDialogRoute(SIGN_OUT_DIALOG);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    const look = async () => {
      const { findEarlierAccount } = await import('../../sync/sign-out/find-earlier-account.ts');
      const account = await findEarlierAccount(userId);
      setFound(account === 'unknown' ? null : account);
    };
    // Without an answer it stays on the device, and the next start asks again.
    return afterFirstCards(() => void look().catch(() => undefined));
  }, [isSignedIn, userId]);
  // The sign-out asks the same question.
  if (!found || signingOut.isOpen) return null;
  const close = () => setFound(null);
  return (
    <DialogBoundary onClose={close}>
      <Suspense fallback={null}>
        <EarlierAccountDialog account={found} onClose={close} onDone={close} />
      </Suspense>
    </DialogBoundary>
  );
}
