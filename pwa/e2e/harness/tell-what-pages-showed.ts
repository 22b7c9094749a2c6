import type { Page } from 'playwright';
import { beforeEach } from 'vitest';
import { openedPages } from './opened-pages.ts';

/** A page that takes longer is reported as '(no answer)'. */
const ANSWER_MS = 5_000;
const SHOWN_MAX = 400;

declare module 'vitest' {
  interface TaskMeta {
    /** What each open page showed when the test failed, one line per page. */
    showed?: string[];
  }
}

// On a remote machine the browser of a failed test can't be inspected: include what its pages showed in the report.
beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    task.meta.showed = await Promise.all(openedPages().map(showedBy));
  });
});

async function showedBy(page: Page): Promise<string> {
  const noAnswer = new Promise<string>((resolve) => setTimeout(resolve, ANSWER_MS, '(no answer)'));
  const text = await Promise.race([page.evaluate(shownText).catch(() => '(no answer)'), noAnswer]);
  return `${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, SHOWN_MAX)}`;
}

/** The typed values, then the text of open dialogs, then the text of the page. */
function shownText(): string {
  const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    .map(({ value }) => value)
    .filter((value) => value !== '');
  const dialogs = [...document.querySelectorAll('dialog')].filter(({ open }) => open);
  return [...typed.map((value) => `[${value}]`), ...[...dialogs, document.body].map(({ innerText }) => innerText)].join(' ');
}
