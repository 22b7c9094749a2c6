import { useState } from 'react';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { Button } from '../components/button.tsx';
import { showError } from '../components/toast-store.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';
import { pagePorts } from '../online/page-ports.ts';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { ACCOUNT_TEXTS as TEXTS } from './texts.ts';

const GONE = 410;
const { path, method } = ONLINE_CALLS['account.keep'];

/** For a person whose account is to be deleted: keeps it, and opens the app again. */
export function KeepAccount({ userId, deleteAt }: { userId: string; deleteAt: string }) {
  const signIn = useSignIn();
  const [pending, setPending] = useState(false);
  const keep = () => {
    setPending(true);
    askServer(pagePorts, userId, path, { method }).then(
      () => location.assign('/'),
      (error: unknown) => {
        // The week is over.
        if (error instanceof RefusedCall && error.status === GONE) return signIn.erased(userId);
        setPending(false);
        showError(TEXTS.keepFailed);
      },
    );
  };
  return (
    <div>
      <h1>{TEXTS.toGoTitle}</h1>
      <p className="mt-3 text-ink-2">{TEXTS.toGo(deviceDay(Date.parse(deleteAt)))}</p>
      <Button tone="primary" className="mt-6" pending={pending && TEXTS.keeping} onClick={keep}>
        {TEXTS.keepIt}
      </Button>
    </div>
  );
}
