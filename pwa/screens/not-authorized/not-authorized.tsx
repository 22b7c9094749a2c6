import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { KeepAccount } from '../../account/keep-account.tsx';
import { ACCOUNT_TEXTS } from '../../account/texts.ts';
import { Brand } from '../../components/brand.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { WaitlistForm } from '../../components/waitlist-form.tsx';
import { momentWords } from '../../dates/moment-words.ts';
import { forgetWaitingLink } from '../../partner-links/waiting-link.ts';
import { useSignIn, useSignInState } from '../../sign-in/sign-in-context.tsx';
import type { SignInState } from '../../sign-in/sign-in-gate.ts';
import { signedInUserId } from '../../sign-in/signed-in-user-id.ts';
import { KeptInvitation } from './kept-invitation.tsx';
import { TEXTS, WHY_TEXTS } from './texts.ts';
import { useOwnAccess } from './use-own-access.ts';

// Loaded on demand: only people who lost access while work was unsynced need its store and engine.
const SignOutOutside = lazy(async () => ({ default: (await import('../../sign-out/sign-out-outside.tsx')).SignOutOutside }));

// Loaded on demand: the page itself needs no store, but the data of other people must leave this device (R178).
const startOutside = async (userId: string) => (await import('../../sync/start-outside.ts')).startOutside(userId);

const OwnDataSection = lazy(async () => ({ default: (await import('./own-data-section.tsx')).OwnDataSection }));
const DeleteOutside = lazy(async () => ({ default: (await import('../../account/delete-outside.tsx')).DeleteOutside }));
const SignInsOutside = lazy(async () => ({ default: (await import('../../sign-ins/sign-ins-outside.tsx')).SignInsOutside }));

const WHY: Record<SignInState['kind'], keyof typeof WHY_TEXTS> = {
  'no-access': 'noPlace',
  'signed-in': 'tester',
  'signed-in-before': 'tester',
  visitor: 'anyone',
  unknown: 'anyone',
  unreachable: 'anyone',
  erased: 'anyone',
};

/**
 * For people who signed in without beta access (R4), and for testers who opened an admin page.
 * The links reload the app, which checks access again. 'Try Again' says if nothing has changed.
 */
export function NotAuthorized() {
  const signIn = useSignIn();
  const state = useSignInState();
  const { kind } = state;
  const userId = kind === 'no-access' ? signedInUserId(document.cookie) : null;
  const { access, reading, check, tryAgain, refresh } = useOwnAccess(userId);
  const deletion = state.kind === 'no-access' ? state.deletion : null;
  const deleteAt = deletion?.userId === userId ? (deletion?.deleteAt ?? null) : null;
  const isAsking = !deleteAt && (reading || kind === 'unknown');
  const { title: why, description } = WHY_TEXTS[access?.onWaitlist ? 'waiting' : WHY[kind]];
  const title = deleteAt ? ACCOUNT_TEXTS.toGoTitle : why;
  const [leaving, setLeaving] = useState<string | null>(null);
  const leave = (event: MouseEvent) => {
    forgetWaitingLink();
    const userId = signedInUserId(document.cookie);
    if (!userId) return signIn.forget();
    event.preventDefault();
    setLeaving(userId);
  };
  const again = (event: MouseEvent) => {
    // Only the access of a person without access can have changed. For others, the link checks who is signed in.
    if (!userId) return;
    event.preventDefault();
    tryAgain();
  };
  useEffect(() => {
    if (userId)
      startOutside(userId).then(
        (erased) => erased !== null && signIn.erased(erased),
        (error: unknown) => reportError(error),
      );
  }, [signIn, userId]);
  useEffect(() => {
    document.title = `${title} · Longline`;
  }, [title]);
  return (
    <div className="mx-auto max-w-[calc(520px+64px)] px-4 md:px-8">
      <header className="flex min-h-16 items-center pt-[env(safe-area-inset-top)]">
        <a href="/" aria-label="Longline" className="flex min-h-12 items-center text-ink">
          <Brand />
        </a>
      </header>
      <main className="grid gap-8 pt-8 pb-16 md:pt-16">
        {isAsking && (
          <p role="status" className="text-ink-2">
            {TEXTS.asking}
          </p>
        )}
        {userId && deleteAt && <KeepAccount userId={userId} deleteAt={deleteAt} />}
        {!isAsking && !deleteAt && (
          <>
            <div>
              <h1>{title}</h1>
              <p className="mt-3 text-ink-2 [overflow-wrap:anywhere]">{description(access?.email ?? TEXTS.thisAccount)}</p>
            </div>
            {userId && <KeptInvitation userId={userId} kept={access?.invitedBy ?? []} onKept={refresh} />}
            <WaitlistForm suggested={access && !access.onWaitlist ? access.email : null} onJoined={refresh} />
          </>
        )}
        <div className="flex flex-wrap gap-2 border-t border-line pt-6">
          <a href="/" className={buttonStyle('plain')} onClick={again}>
            {TEXTS.again}
          </a>
          <a href="/" className={buttonStyle('quiet')}>
            {TEXTS.home}
          </a>
          <a href="/api/logout" className={buttonStyle('quiet')} onClick={leave}>
            {TEXTS.logout}
          </a>
          <p role="status" className="w-full text-15 text-ink-2 empty:hidden">
            {check?.at === 'asking' && TEXTS.asking}
            {check?.at === 'failed' && TEXTS.unreachable}
            {check?.at === 'unchanged' && TEXTS.unchanged(momentWords(check.moment, check.moment))}
          </p>
        </div>
        {userId && (
          <Suspense fallback={null}>
            <OwnDataSection userId={userId} />
            <div className="border-t border-line pt-6">
              <SignInsOutside userId={userId} />
            </div>
            {access && (
              <div className="border-t border-line pt-6">
                <DeleteOutside userId={userId} email={access.email} onScheduled={(at) => signIn.outside({ userId, deleteAt: at })} />
              </div>
            )}
          </Suspense>
        )}
      </main>
      {leaving && (
        <Suspense fallback={null}>
          <SignOutOutside userId={leaving} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
    </div>
  );
}
