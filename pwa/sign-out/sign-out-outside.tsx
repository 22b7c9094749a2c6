import { Fragment, useEffect, useState } from 'react';
import { BrowserRouter, useInRouterContext } from 'react-router-dom';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { SyncProvider } from '../sync/sync-provider.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { SIGN_OUT_DIALOG } from './sign-out-dialog-name.ts';

/**
 * Logout for a person without access to the app: clears their data from this device, but asks first about unsynced
 * work. Also used under the app's router, on the page to which a forbidden screen redirects.
 */
export function SignOutOutside({ userId, onClose }: { userId: string; onClose: () => void }) {
  const Router = useInRouterContext() ? Fragment : BrowserRouter;
  return (
    <Router>
      <SyncProvider userId={userId}>
        <Asked onClose={onClose} />
        <SignOutDialog />
      </SyncProvider>
    </Router>
  );
}

function Asked({ onClose }: { onClose: () => void }) {
  const { isOpen, open } = useDialogRoute(SIGN_OUT_DIALOG, []);
  const [asked, setAsked] = useState<'not yet' | 'opening' | 'open'>('not yet');
  useEffect(() => {
    if (asked === 'not yet') {
      setAsked('opening');
      open();
    } else if (isOpen) {
      setAsked('open');
    } else if (asked === 'open') {
      onClose();
    }
  }, [asked, isOpen, open, onClose]);
  return null;
}
