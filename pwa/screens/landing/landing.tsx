import { useEffect, useState } from 'react';
import { Brand } from '../../components/brand.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { WaitlistForm } from '../../components/waitlist-form.tsx';
import { linkManifest } from '../../install/link-manifest.ts';
import { JOIN_PATH } from '../../partner-links/join-path.ts';
import { readWaitingLink } from '../../partner-links/waiting-link.ts';
import { signInPath } from '../../sign-in/sign-in-path.ts';
import { FieldPage } from './field-page.tsx';
import { FeatureLine } from './feature-line.tsx';
import { TEXTS } from './texts.ts';

/** The page for visitors, at any path (R2). */
export function Landing() {
  const [isInvited] = useState(() => readWaitingLink() !== null);
  // From another page, the sign-in leads back there (R184).
  const signIn = isInvited && ['/', JOIN_PATH].includes(location.pathname) ? signInPath(JOIN_PATH) : signInPath();
  useEffect(() => {
    document.title = TEXTS.documentTitle;
    linkManifest();
  }, []);
  return (
    <div className="mx-auto max-w-[calc(var(--container-page)+64px)] px-4 md:px-8">
      <a className="skip-link" href="#main">
        {TEXTS.skip}
      </a>
      <header className="flex min-h-16 flex-wrap items-center justify-between pt-[env(safe-area-inset-top)]">
        <a href="/" aria-label="Longline" className="flex min-h-12 items-center text-ink">
          <Brand />
        </a>
        <a href={signIn} className={buttonStyle('quiet', { className: '-me-3 whitespace-nowrap' })}>
          {TEXTS.login}
        </a>
      </header>
      <main id="main" tabIndex={-1}>
        <section className="grid gap-12 pt-8 pb-12 md:grid-cols-[7fr_6fr] md:items-center md:gap-16 md:pt-16 md:pb-20">
          <div>
            <h1 className="text-hero leading-[1.08] tracking-[-0.025em]">{TEXTS.heading}</h1>
            <p className="mt-4 mb-8 max-w-[34ch] text-20 leading-[1.4] text-pretty text-ink-2">{TEXTS.tagline}</p>
            {isInvited && (
              <p className="mb-6 rounded-card border border-line bg-raised p-4">
                {TEXTS.invited}{' '}
                <a
                  href={signInPath(JOIN_PATH)}
                  className="inline-flex min-h-12 items-center font-semi text-primary underline underline-offset-3"
                >
                  {TEXTS.signInToAccept}
                </a>
              </p>
            )}
            <WaitlistForm />
          </div>
          <FieldPage />
        </section>
        <section className="border-t border-line py-12 md:py-16">
          <h2 className="text-24">{TEXTS.featuresHeading}</h2>
          <FeatureLine />
        </section>
        <section className="grid gap-4 border-t border-line py-12 md:grid-cols-[1fr_2fr] md:gap-8 md:py-16">
          <h2 className="text-24">{TEXTS.philosophyHeading}</h2>
          <ul>
            {TEXTS.philosophy.map((line) => (
              <li key={line} className="border-t border-line py-4 text-20 leading-[1.35] first:border-t-0 md:first:pt-0">
                {line}
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-6 pb-[calc(48px+env(safe-area-inset-bottom))] text-15 text-ink-3">
        <span>{TEXTS.footer}</span>
        <a href="/privacy" className="ms-auto inline-flex min-h-12 items-center text-primary underline underline-offset-3">
          {TEXTS.privacy}
        </a>
        <a href={signIn} className="inline-flex min-h-12 items-center text-primary underline underline-offset-3">
          {TEXTS.login}
        </a>
      </footer>
    </div>
  );
}
