import { useMemo } from 'react';
import { pagePorts } from '../online/page-ports.ts';
import { OnlineAccountContext } from '../sync/online-account.ts';
import { SignInsSection } from './sign-ins-section.tsx';
import { TEXTS } from './texts.ts';

/** 'Where you are signed in' for a person without access to the app (R192). Opens no store, and leaves nothing on the device. */
export function SignInsOutside({ userId }: { userId: string }) {
  const account = useMemo(() => ({ userId, ports: pagePorts, store: null }), [userId]);
  return (
    <OnlineAccountContext value={account}>
      <SignInsSection stays={TEXTS.staysOutside} />
    </OnlineAccountContext>
  );
}
