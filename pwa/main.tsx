import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchInstallPrompt } from './install/install-prompt.ts';
import { holdWaitingLink } from './partner-links/waiting-link.ts';
import { cachedUserIn } from './sign-in/cached-user.ts';
import { fetchUser } from './sign-in/fetch-user.ts';
import { leftBehind } from './sign-in/left-behind.ts';
import { Gate, loadApp } from './sign-in/gate.tsx';
import { createSignInGate } from './sign-in/sign-in-gate.ts';
import { SignInContext } from './sign-in/sign-in-context.tsx';
import { signedInUserId } from './sign-in/signed-in-user-id.ts';

const signIn = createSignInGate({
  cookies: () => document.cookie,
  cachedUser: cachedUserIn(localStorage),
  fetchUser,
  leftBehind,
  hasUnsyncedWork: async (userId) => (await import('../sync/sign-out/sign-out.ts')).hasUnsyncedWork(userId),
});

// Without https, the gate renders one page that asks for it, and nothing else may start (R195).
if (isSecureContext) {
  holdWaitingLink();
  // Load the app while the server checks the sign-in. If loading fails, the gate shows the error.
  if (signedInUserId(document.cookie)) loadApp().catch(() => undefined);
  void signIn.start();
  // The browser sends its install prompt once, early; the app offers it later.
  watchInstallPrompt();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SignInContext value={signIn}>
      <Gate />
    </SignInContext>
  </StrictMode>,
);
