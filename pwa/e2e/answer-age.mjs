/**
 * Answers the question about one's age as an adult, wherever it appears in pages of the context, and waits until the server has
 * the answer, so that tests find the device as it is on every later day.
 * @param {import('playwright').BrowserContext} context
 */
export async function answerAge(context) {
  const answerIn = (page) =>
    page.addLocatorHandler(page.getByRole('button', { name: /^I am 18 or older/ }), async (adult) => {
      await adult.click();
      // The page may be left, or be without signal, meanwhile.
      await page.evaluate(untilSent, ANSWERS_WITHIN_MS).catch(() => undefined);
    });
  context.on('page', (page) => void answerIn(page));
  for (const page of context.pages()) await answerIn(page);
}

const ANSWERS_WITHIN_MS = 10_000;

/** In the page: resolves when the server has the answer and the device knows that. */
async function untilSent(within) {
  const until = Date.now() + within;
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const isSent = async () => {
    const { id, isAdult } = await (await fetch('/api/auth/user', { cache: 'no-store' })).json();
    if (isAdult !== true) return false;
    const database = await answer(indexedDB.open(`longline-${id}`));
    const waiting = await answer(database.transaction('outbox').objectStore('outbox').getAll());
    database.close();
    return !waiting.some(({ call }) => call === 'profile.sayAge');
  };
  while (Date.now() < until && !(await isSent())) await new Promise((resolve) => setTimeout(resolve, 50));
}
