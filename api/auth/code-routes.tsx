/** @jsxImportSource hono/jsx */
import { type Context, Hono } from 'hono';
import { mailableEmail } from '../contract/text.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { beginCodeAttempt, readCodeAttempt, tryCode } from './code-attempts.ts';
import type { SignInFrom } from './code-guesses.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { readAttemptCookie, setAttemptCookie } from './cookies.ts';
import { knownDevice, rememberDevice } from './known-devices.ts';
import { readForm } from '../pages/read-form.ts';
import { answerPage } from '../pages/page.tsx';
import { CodePage, EmailPage } from './pages/sign-in-pages.tsx';
import { TEXTS } from './pages/sign-in-texts.ts';
import { addressOf, countAgainst, countWithin } from './rate-limits.ts';
import { returnPath } from './return-path.ts';
import { LONG_CODE_DIGITS } from './tokens.ts';
import { userOfEmail } from './user-of-email.ts';

/**
 * The built-in sign-in (R12): an email, then a six-digit code from the mail or the server's terminal.
 * Plain forms that work without JavaScript. The answer is the same whether or not the address has an account.
 */
export function codeRoutes(services: Services) {
  const { env, mail } = services;
  const toTerminal = mail.toTerminal;
  const routes = new Hono<AppEnv>();

  routes.get('/api/login', (c) => {
    const returnTo = returnPath(c.req.query('return'));
    return answerPage(c, {
      title: TEXTS.signIn,
      body: <EmailPage email="" returnTo={returnTo} toTerminal={toTerminal} />,
    });
  });

  routes.post('/api/login', async (c) => {
    const form = await readForm(c);
    const typed = form.get('email') ?? '';
    const returnTo = returnPath(form.get('return') ?? undefined);
    const again = (error: string, status: 400 | 429 | 503) =>
      answerPage(c, {
        title: TEXTS.signIn,
        error,
        status,
        body: <EmailPage email={typed} returnTo={returnTo} toTerminal={toTerminal} error={error} />,
      });

    const email = mailableEmail.safeParse(typed);
    if (!email.success) return again(TEXTS.emailInvalid, 400);
    const from = { email: email.data, deviceId: knownDevice(c, services, email.data) };
    try {
      await countCodeRequest(c, from);
    } catch (refused) {
      if (!(refused instanceof Refusal) || refused.code !== 'rate_limited') throw refused;
      const seconds = refused.retryAfter ?? 60;
      c.header('Retry-After', String(seconds));
      return again(TEXTS.tooManyCodes(seconds), 429);
    }
    let token: string;
    try {
      token = await beginCodeAttempt(services, from, returnTo);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      services.log.error({ err: error, requestId: c.var.requestId }, 'a sign-in code could not be sent');
      return again(TEXTS.mailFailed, 503);
    }
    setAttemptCookie(c, env, token);
    // Redirect, so that reloading the next page sends no second code.
    return c.redirect('/api/login/code', 303);
  });

  routes.get('/api/login/code', async (c) => {
    const token = readAttemptCookie(c, env);
    const attempt = token ? await readCodeAttempt(services, token) : null;
    if (!attempt) return c.redirect('/api/login', 303);
    const error = attempt.isOver ? overText(attempt) : undefined;
    return answerPage(c, {
      title: TEXTS.enterCode,
      error,
      body: <CodePage {...attempt} toTerminal={toTerminal} code="" spent={attempt.isOver} error={error} />,
    });
  });

  routes.post('/api/login/code', async (c) => {
    const form = await readForm(c);
    const typed = (form.get('code') ?? '').slice(0, 40);
    const token = readAttemptCookie(c, env);
    const attempt = token ? await readCodeAttempt(services, token) : null;
    if (!token || !attempt) return over(c);

    const again = (error: string, spent = false, status: 400 | 429 = 400) =>
      answerPage(c, {
        title: TEXTS.enterCode,
        error,
        status,
        body: <CodePage {...attempt} toTerminal={toTerminal} code={typed} error={error} spent={spent} />,
      });
    if (attempt.isOver && attempt.triesLeft === 0 && attempt.secondsLeft > 0) {
      c.header('Retry-After', String(attempt.secondsLeft));
      return again(overText(attempt), true, 429);
    }
    if (attempt.isOver) return again(overText(attempt), true);
    // Mails and terminals may split a code: '123 456', '123-456'.
    const code = typed.replaceAll(/[\s\-.]/g, '');
    // A typing mistake does not use up a try.
    if (!/^\d+$/.test(code) || code.length !== attempt.codeDigits) return again(TEXTS.codeMalformed(attempt.codeDigits));

    const tried = await tryCode(services, token, code, (email) => knownDevice(c, services, email));
    if (tried.outcome === 'over') return over(c);
    if (tried.outcome === 'notCompared') return again(TEXTS.codesGuessed(LONG_CODE_DIGITS), true);
    if (tried.outcome === 'wrong') {
      const { triesLeft } = tried.attempt;
      return triesLeft === 0 ? again(TEXTS.codeSpent, true) : again(TEXTS.codeWrong(triesLeft));
    }
    const { email, returnTo } = tried.attempt;
    const userId = await userOfEmail(services, email);
    rememberDevice(c, services, email);
    return completeSignIn(c, services, userId, returnTo);
  });

  const overText = ({ triesLeft }: { triesLeft: number }) => (triesLeft === 0 ? TEXTS.codeSpent : TEXTS.codeOver);

  /**
   * A known device has a share of its own, so strangers cannot keep its owner from signing in. Once that is used up, the
   * device counts like any other (R162).
   */
  async function countCodeRequest(c: Context<AppEnv>, { email, deviceId }: SignInFrom): Promise<void> {
    if (deviceId && (await countWithin(services, 'codesPerDevice', deviceId)).isWithin) return;
    await countAgainst(services, 'codesPerAddress', addressOf(c, services));
    await countAgainst(services, 'codesPerEmail', email);
  }

  function over(c: Context<AppEnv>) {
    return answerPage(c, {
      title: TEXTS.signIn,
      error: TEXTS.codeOver,
      status: 400,
      body: <EmailPage email="" returnTo="/" toTerminal={toTerminal} error={TEXTS.codeOver} />,
    });
  }

  return routes;
}
