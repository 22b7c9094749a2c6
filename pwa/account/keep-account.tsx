import { useEffect, useRef, useState } from 'react';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { Button } from '../components/button.tsx';
import { showError } from '../components/toast-store.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { askServer, isAccountDeleted, RefusedCall } from '../online/ask-server.ts';
import { pagePorts } from '../online/page-ports.ts';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { ACCOUNT_TEXTS as TEXTS } from './texts.ts';

const SIGNED_OUT = 401;
const { path, method } = ONLINE_CALLS['account.keep'];

/** For a person whose account is to be deleted: keeps it, and opens the app again. */
export function KeepAccount({ userId, deleteAt }: { userId: string; deleteAt: string }) {
  const signIn = useSignIn();
  const [pending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const keep = () => {
    setPending(true);
    askServer(pagePorts, userId, path, { method }).then(
      () => location.assign('/'),
      async (error: unknown) => {
        // The week is over.
        if (await isAccountDeleted(error)) return signIn.erased(userId);
        // The next page asks for the sign-in.
        if (error instanceof RefusedCall && error.status === SIGNED_OUT) return location.assign('/');
        setPending(false);
        showError(TEXTS.keepFailed);
      },
    );
  };
  return (
    <div>
      <h1 ref={heading} tabIndex={-1}>
        {TEXTS.toGoTitle}
      </h1>
      <p className="mt-3 text-ink-2">{TEXTS.toGo(deviceDay(Date.parse(deleteAt)))}</p>
      <Button tone="primary" className="mt-6" pending={pending && TEXTS.keeping} onClick={keep}>
        {TEXTS.keepIt}
      </Button>
    </div>
  );
}
