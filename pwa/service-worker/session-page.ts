import { SIGNED_IN_COOKIE } from '../../api/contract/signed-in-cookie.ts';

/** How long a browser that cannot tell who is there waits for the server before the app's own page opens. */
const PATIENCE_MS = 4_000;

/**
 * Opens `/video/{id}`: the app's page for those who are signed in, at once and without a network; the server's for
 * everybody else, who may have been signed in here before and now follow a public link. Without a network the app's
 * page says what there is to say.
 * @param appPage the app's page as it was kept
 */
export async function openSessionPage(scope: ServiceWorkerGlobalScope, request: Request, appPage: () => Promise<Response>): Promise<Response> {
  const knowsCookies = 'cookieStore' in scope;
  if (knowsCookies && (await scope.cookieStore.get(SIGNED_IN_COOKIE))) return appPage();
  const fromServer = fetch(request).catch(appPage);
  return knowsCookies ? fromServer : Promise.race([fromServer, after(PATIENCE_MS).then(appPage)]);
}

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
