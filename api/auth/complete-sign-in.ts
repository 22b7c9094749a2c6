import type { Context } from 'hono';
import type { AppEnv, Services } from '../services.ts';
import { clearAskAccountCookie, clearAttemptCookie, readAskAccountCookie, readSignInCookie, setSignInCookies } from './cookies.ts';
import { returnPath } from './return-path.ts';
import { beginSignIn } from './sign-ins.ts';

/** Signs the browser in and redirects it to `returnTo`. */
export async function completeSignIn(c: Context<AppEnv>, services: Services, userId: string, returnTo: string) {
  const token = await beginSignIn(services, userId, {
    formerToken: readSignInCookie(c, services.env),
    userAgent: c.req.header('user-agent'),
  });
  setSignInCookies(c, services.env, token, userId);
  clearAttemptCookie(c, services.env);
  if (readAskAccountCookie(c, services.env)) clearAskAccountCookie(c, services.env);
  // The browser may have cached media of the person who was signed in before.
  c.header('Clear-Site-Data', '"cache"');
  services.log.info({ requestId: c.var.requestId, userId }, 'signed in');
  return c.redirect(returnPath(returnTo), 303);
}
