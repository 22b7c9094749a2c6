/** The readable cookie of `api/contract/signed-in-cookie.ts`. */
const SIGNED_IN = /(?:^|; )longline-signed-in=([^;]+)/;

/**
 * Marks the first run as left in every page of the context, so that newcomers stay on the empty log.
 * @param {import('playwright').BrowserContext} context
 */
export async function leaveFirstRun(context) {
  await context.addInitScript((source) => {
    const id = new RegExp(source).exec(document.cookie)?.[1];
    if (id) localStorage.setItem('first-run-over', id);
  }, SIGNED_IN.source);
}
