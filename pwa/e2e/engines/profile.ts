import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { LaunchOptions } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import { LAUNCH } from '../harness/browser.ts';
import { EnginePage } from './engine-page.ts';
import { startPuppeteer } from './puppeteer-session.ts';

/** Debian's Firefox, which `.ci/suites.mjs` installs. */
export const firefoxOptions = (): LaunchOptions => ({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' });

export const chromiumOptions = (): LaunchOptions => ({
  browser: 'chrome',
  executablePath: LAUNCH.executablePath ?? chromium.executablePath(),
  args: ['--no-sandbox', ...(LAUNCH.args ?? [])],
});

/**
 * Opens a page in a new profile on disk, for the length of a test. `restart` ends the browser, starts it again with the same
 * profile and opens the address.
 */
export async function openPage(options: LaunchOptions): Promise<{ page: EnginePage; restart: (url: string) => Promise<EnginePage> }> {
  const profile = await mkdtemp(join(tmpdir(), 'longline-engine-'));
  const start = () => startPuppeteer({ ...options, userDataDir: profile });
  let session = await start();
  onTestFinished(async () => {
    await session.end();
    await rm(profile, { recursive: true, force: true });
  });
  return {
    page: new EnginePage(session),
    restart: async (url) => {
      await session.end();
      session = await start();
      await session.goto(url);
      return new EnginePage(session);
    },
  };
}
