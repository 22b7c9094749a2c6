import { Suspense } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { FullPageLoading } from '../components/full-page-loading.tsx';
import { lazyWithoutSuspense } from '../components/lazy-component.tsx';
import { Toaster } from '../components/toaster.tsx';
import { NOT_AUTHORIZED_PATH } from './not-authorized-path.ts';
import { useSignInState } from './sign-in-context.tsx';
import { Unreachable } from './unreachable.tsx';

// Visitors should not download the app with its store and router, and the app does not need the visitors' pages.
export const loadApp = () => import('../app.tsx');
const App = lazyWithoutSuspense(async () => (await loadApp()).App, <FullPageLoading />);
const Insecure = lazyWithoutSuspense(async () => (await import('../screens/insecure/insecure.tsx')).Insecure);
const Landing = lazyWithoutSuspense(async () => (await import('../screens/landing/landing.tsx')).Landing);
const AccountErased = lazyWithoutSuspense(
  async () => (await import('../screens/account-erased/account-erased.tsx')).AccountErased,
  <FullPageLoading />,
);
const NotAuthorized = lazyWithoutSuspense(async () => (await import('../screens/not-authorized/not-authorized.tsx')).NotAuthorized);

/**
 * Renders what the sign-in state requires: the landing page at any path, the app, or the 'no access' page. Without a secure
 * context, renders only the page that says so (R195).
 */
export function Gate() {
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>{isSecureContext ? <Entrance /> : <Insecure />}</Suspense>
      <Toaster />
    </ErrorBoundary>
  );
}

function Entrance() {
  const state = useSignInState();
  // Wherever the browser is: what it holds has to go.
  if (state.kind === 'erased') return <AccountErased userId={state.userId} />;
  if (location.pathname === NOT_AUTHORIZED_PATH) return <NotAuthorized />;
  switch (state.kind) {
    case 'unknown':
      return <FullPageLoading />;
    case 'visitor':
      return <Landing />;
    case 'unreachable':
      return <Unreachable />;
    case 'no-access':
      history.replaceState(null, '', NOT_AUTHORIZED_PATH);
      return <NotAuthorized />;
    case 'signed-in':
    case 'signed-in-before':
      return <App />;
  }
}
