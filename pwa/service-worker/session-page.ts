import { SIGNED_IN_COOKIE } from '../../api/contract/signed-in-cookie.ts';

/** Without the Cookie Store API, how long to wait for the server before opening the app's page. */
const PATIENCE_MS = 4_000;

/**
 * Opens `/video/{id}`: for signed-in people the app's page, at once and offline; for everyone else the server's public
 * page. Without a network, visitors get the app's page too.
 * @param appPage returns the precached app page
 */
export async function openSessionPage(
  scope: ServiceWorkerGlobalScope,
  request: Request,
  appPage: () => Promise<Response>,
): Promise<Response> {
  const knowsCookies = 'cookieStore' in scope;
  if (knowsCookies && (await scope.cookieStore.get(SIGNED_IN_COOKIE))) return appPage();
  const fromServer = fetch(request).catch(appPage);
  return knowsCookies ? fromServer : Promise.race([fromServer, after(PATIENCE_MS).then(appPage)]);
}

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
