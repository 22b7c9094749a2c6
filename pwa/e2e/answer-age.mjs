/**
 * Answers the question about one's age as an adult, wherever it appears in pages of the context.
 * @param {import('playwright').BrowserContext} context
 */
export async function answerAge(context) {
  const answerIn = (page) => page.addLocatorHandler(page.getByRole('button', { name: /^I am 18 or older/ }), (adult) => adult.click());
  context.on('page', (page) => void answerIn(page));
  for (const page of context.pages()) await answerIn(page);
}
