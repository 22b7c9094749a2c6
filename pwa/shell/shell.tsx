import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import type { SyncTotalStatus } from '../components/total-words.ts';
import { Header } from './header.tsx';
import { SHELL_TEXTS as TEXTS } from './texts.ts';
import { UpdateOffer } from './update-offer.tsx';

/** The frame of every screen of the app. */
export function Shell({ syncTotal, children }: { syncTotal: SyncTotalStatus | null; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <a className="skip-link" href="#main">
        {TEXTS.skip}
      </a>
      <Header syncTotal={syncTotal} />
      <UpdateOffer screen={pathname} />
      <main id="main" tabIndex={-1} className="mx-auto max-w-[calc(var(--container-page)+64px)] px-4 pt-4 pb-40 md:px-8 md:pt-10 md:pb-24">
        {/* If a screen crashes, the navigation stays; the next screen gets a fresh boundary. */}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </>
  );
}
