import { type BrowserContext, chromium, type Page } from 'playwright';

const opened: (() => BrowserContext[])[] = [];

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

/** The open pages of every browser that was started since this file was loaded. */
export const openedPages = (): Page[] => opened.flatMap((contexts) => contexts()).flatMap((context) => context.pages());
