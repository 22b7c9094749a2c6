import { type BrowserContext, chromium, type Page } from 'playwright';
import { beforeEach } from 'vitest';

/** A page that takes longer is reported as '(no answer)'. */
const ANSWER_MS = 5_000;
const SHOWN_MAX = 400;

declare module 'vitest' {
  interface TaskMeta {
    /** What each open page showed when the test failed, one line per page. */
    showed?: string[];
  }
}

const opened: (() => BrowserContext[])[] = [];

// On a remote machine the browser of a failed test can't be inspected: include what its pages showed in the report.
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
