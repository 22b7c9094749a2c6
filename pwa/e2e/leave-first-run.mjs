/** The readable cookie of `api/contract/signed-in-cookie.ts`. */
const SIGNED_IN = /(?:^|; )longline-signed-in=([^;]+)/;

/**
 * For people who have left the first run before: the empty log stays, in every page of the context.
 * @param {import('playwright').BrowserContext} context
 */
export async function leaveFirstRun(context) {
  await context.addInitScript((source) => {
    const id = new RegExp(source).exec(document.cookie)?.[1];
    if (id) localStorage.setItem('first-run-over', id);
  }, SIGNED_IN.source);
}
