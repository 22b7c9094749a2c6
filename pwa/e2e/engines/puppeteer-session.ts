import { type Browser, type ElementHandle, launch, type LaunchOptions, type Page } from 'puppeteer-core';
import { PHONE } from '../harness/browser.ts';
import { EngineError, type EngineSession } from './engine-session.ts';

/** Starts Firefox over WebDriver BiDi, or Chromium over its own protocol. */
export async function startPuppeteer(options: LaunchOptions): Promise<EngineSession> {
  const browser = await launch({ headless: true, defaultViewport: PHONE, ...options });
  try {
    return await sessionOf(browser, (await browser.pages())[0] ?? (await browser.newPage()));
  } catch (error) {
    await browser.close();
    throw error;
  }
}

type Script = (...args: unknown[]) => unknown;

async function sessionOf(browser: Browser, page: Page): Promise<EngineSession> {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  return {
    browser: await browser.version(),
    goto: (url) => tried(() => page.goto(url, { waitUntil: 'load' })),
    reload: () => tried(() => page.reload({ waitUntil: 'load' })),
    run: (script, ...args) => answered(() => page.evaluate(script as Script, ...args) as Promise<never>),
    find: (script, ...args) => answered(async () => (await page.evaluateHandle(script as Script, ...args)).asElement()),
    click: (element) => tried(() => (element as ElementHandle).click()),
    type: (element, text) => tried(() => (element as ElementHandle).type(text)),
    pick: (element, path) => tried(() => (element as ElementHandle<HTMLInputElement>).uploadFile(path)),
    errors: () => Promise.resolve(heard.splice(0)),
    end: () => browser.close(),
  };
}

async function answered<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    throw new EngineError(String(error), { cause: error });
  }
}

const tried = async (act: () => Promise<unknown>): Promise<void> => void (await answered(act));
