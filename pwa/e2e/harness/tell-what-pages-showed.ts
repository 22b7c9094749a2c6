import { type BrowserContext, chromium, type Page } from 'playwright';
import { beforeEach } from 'vitest';

/** A page that stands still is said to, instead of being waited for. */
const ANSWER_MS = 5_000;
const SHOWN_MAX = 400;

declare module 'vitest' {
  interface TaskMeta {
    /** What each open page showed when the test failed, a line each. */
    showed?: string[];
  }
}

const opened: (() => BrowserContext[])[] = [];

// A browser that a test waits for in vain on another machine is seen by nobody: the report has to say what stood there.
const { launch, launchPersistentContext } = chromium;
chromium.launch = async (options) => {
  const browser = await launch.call(chromium, options);
  opened.push(() => browser.contexts());
  return browser;
};
chromium.launchPersistentContext = async (profile, options) => {
  const context = await launchPersistentContext.call(chromium, profile, options);
  opened.push(() => [context]);
  return context;
};

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    const pages = opened.flatMap((contexts) => contexts()).flatMap((context) => context.pages());
    task.meta.showed = await Promise.all(pages.map(showedBy));
  });
});

async function showedBy(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: ANSWER_MS })
    .catch(() => '(no answer)');
  return `${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, SHOWN_MAX)}`;
}
