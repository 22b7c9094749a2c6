/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { EMAIL_MAX } from '../../contract/limits.ts';
import { CODE_DIGITS } from '../tokens.ts';
import { TEXTS } from './sign-in-texts.ts';

const ErrorText = ({ id, children }: { id: string; children: Child }) => (
  <p class="error" id={id} role="alert">
    {children}
  </p>
);

interface EmailPageProps {
  /** As typed, so that a refused address stays in the form. */
  email: string;
  returnTo: string;
  toTerminal: boolean;
  error?: string | undefined;
}

export const EmailPage = ({ email, returnTo, toTerminal, error }: EmailPageProps) => (
  <>
    <h1>{TEXTS.signIn}</h1>
    <p class="lead">{toTerminal ? TEXTS.introTerminal : TEXTS.intro}</p>
    <form class="fields" method="post" action="/api/login" novalidate>
      <input type="hidden" name="return" value={returnTo} />
      <label for="email">{TEXTS.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        inputmode="email"
        autocomplete="email"
        autocapitalize="none"
        spellcheck={false}
        maxlength={EMAIL_MAX}
        required
        autofocus
        value={email}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? 'email-error' : undefined}
      />
      {error && <ErrorText id="email-error">{error}</ErrorText>}
      <button class="button">{TEXTS.sendCode}</button>
    </form>
    <div class="others">
      <a class="quiet" href="/">
        {TEXTS.back}
      </a>
      <a class="quiet" href="/privacy">
        {TEXTS.privacy}
      </a>
    </div>
  </>
);

interface CodePageProps {
  email: string;
  returnTo: string;
  toTerminal: boolean;
  codeDigits: number;
  /** As typed. */
  code: string;
  error?: string | undefined;
  /** This code accepts no more tries; the person needs another one. */
  spent?: boolean | undefined;
}

export const CodePage = ({ email, returnTo, toTerminal, codeDigits, code, error, spent }: CodePageProps) => (
  <>
    <h1>{TEXTS.enterCode}</h1>
    <p class="lead">
      {(toTerminal ? TEXTS.printed : TEXTS.mailed)(codeDigits)} <b>{email}</b>. {TEXTS.valid}
    </p>
    {spent ? (
      <ErrorText id="code-error">{error}</ErrorText>
    ) : (
      <form class="fields" method="post" action="/api/login/code" novalidate>
        <label for="code">{TEXTS.code(codeDigits)}</label>
        <input
          class={codeDigits > CODE_DIGITS ? 'code long' : 'code'}
          id="code"
          name="code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength={20}
          required
          autofocus
          value={code}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? 'code-error' : undefined}
        />
        {error && <ErrorText id="code-error">{error}</ErrorText>}
        <button class="button">{TEXTS.signIn}</button>
      </form>
    )}
    <div class="others">
      <form method="post" action="/api/login">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="return" value={returnTo} />
        <button class="quiet">{TEXTS.anotherCode}</button>
      </form>
      <a class="quiet" href={`/api/login?return=${encodeURIComponent(returnTo)}`}>
        {TEXTS.anotherEmail}
      </a>
    </div>
  </>
);

/** The page of a failed sign-in: what happened, and a link to try again. */
export const NotSignedInPage = ({ message, returnTo }: { message: string; returnTo: string }) => (
  <>
    <h1>{TEXTS.notSignedIn}</h1>
    <ErrorText id="error">{message}</ErrorText>
    <div class="others">
      <a class="button" href={`/api/login?return=${encodeURIComponent(returnTo)}`}>
        {TEXTS.tryAgain}
      </a>
      <a class="quiet" href="/">
        {TEXTS.back}
      </a>
    </div>
  </>
);

/** The person is signed out here; the link ends the provider's session. */
export const LoggedOutPage = ({ elsewhere }: { elsewhere: string }) => (
  <>
    <h1>{TEXTS.loggedOut}</h1>
    <p class="lead">{TEXTS.loggedOutHint}</p>
    <div class="others">
      <a class="button" href={elsewhere}>
        {TEXTS.continueThere}
      </a>
      <a class="quiet" href="/">
        {TEXTS.back}
      </a>
    </div>
  </>
);

/** Shown to people who came from another site: a foreign link must not sign them out. */
export const LogoutPage = () => (
  <>
    <h1>{TEXTS.logoutAsk}</h1>
    <p class="lead">{TEXTS.logoutHint}</p>
    <form class="fields" method="post" action="/api/logout">
      <button class="button">{TEXTS.logout}</button>
    </form>
    <div class="others">
      <a class="quiet" href="/">
        {TEXTS.stay}
      </a>
    </div>
  </>
);
