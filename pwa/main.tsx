import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchInstallPrompt } from './install/install-prompt.ts';
import { cachedUserIn } from './session/cached-user.ts';
import { fetchUser } from './session/fetch-user.ts';
import { leftBehind } from './session/left-behind.ts';
import { Gate, loadApp } from './session/gate.tsx';
import { createSession } from './session/session.ts';
import { SessionContext } from './session/session-context.tsx';
import { signedInMark } from './session/signed-in-mark.ts';

const session = createSession({
  cookies: () => document.cookie,
  cachedUser: cachedUserIn(localStorage),
  fetchUser,
  leftBehind,
  hasUnsyncedWork: async (userId) => (await import('../sync/sign-out/sign-out.ts')).hasUnsyncedWork(userId),
});

// Load the app while the server checks the session. If loading fails, the gate shows the error.
if (signedInMark(document.cookie)) loadApp().catch(() => undefined);
void session.start();
// The browser sends its install prompt once, early; the app offers it later.
watchInstallPrompt();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      <Gate />
    </SessionContext>
  </StrictMode>,
);
