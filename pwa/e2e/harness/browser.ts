import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type LaunchOptions, type Page, chromium } from 'playwright';
import { answerAge } from '../answer-age.mjs';
import { killBrowser } from '../kill-browser.mjs';
import { leaveFirstRun } from '../leave-first-run.mjs';

/** An installed browser, if there is one, in place of Playwright's own. */
const browserPath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path && existsSync(path));

/** Features that start a process at every launch, although no test uses it. */
const IDLE = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Features that Playwright disables. Our `--disable-features` replaces Playwright's, so it must name them again. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const ARGS = [
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...IDLE].join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How every browser of the tests starts. */
export const LAUNCH: LaunchOptions = {
  ...(browserPath && { executablePath: browserPath }),
  headless: true,
  chromiumSandbox: false,
  args: ARGS,
};

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** One person's browser with a profile on disk, like a phone's: it can be closed, killed and reopened. */
export interface Device {
  profileDir: string;
  context: () => BrowserContext;
  page: () => Page;
  /** Closes the browser normally; the profile stays. */
  close: () => Promise<void>;
  /** Ends the browser with SIGKILL; the profile stays. */
  kill: () => Promise<void>;
  /** Reopens the browser with the same profile. `offline` cuts the connection before any page loads. */
  reopen: (options?: { offline?: boolean }) => Promise<Page>;
  setOffline: (offline: boolean) => Promise<void>;
  /** Closes the browser for good and removes the profile. */
  discard: () => Promise<void>;
}

export async function openDevice(
  options: {
    viewport?: { width: number; height: number };
    colorScheme?: 'light' | 'dark';
    args?: readonly string[];
    userAgent?: string;
    /** Whether newcomers are led to the first run. By default they have left it before. */
    firstRun?: boolean;
    /** Whether people are asked for their age. By default they are adults. */
    asksAge?: boolean;
    locale?: string;
  } = {},
): Promise<Device> {
  const profileDir = await mkdtemp(join(tmpdir(), 'longline-profile-'));
  let context: BrowserContext;
  let page: Page;

  const open = async (offline = false) => {
    context = await chromium.launchPersistentContext(profileDir, {
      ...LAUNCH,
      args: [...ARGS, ...(options.args ?? [])],
      ...(options.userAgent && { userAgent: options.userAgent }),
      viewport: options.viewport ?? PHONE,
      colorScheme: options.colorScheme ?? 'light',
      locale: options.locale ?? 'en-GB',
      timezoneId: 'Europe/London',
      serviceWorkers: 'allow',
      offline,
    });
    if (!options.firstRun) await leaveFirstRun(context);
    if (!options.asksAge) await answerAge(context);
    page = context.pages()[0] ?? (await context.newPage());
  };

  await open();
  return {
    profileDir,
    context: () => context,
    page: () => page,
    close: () => context.close(),
    kill: () => killBrowser(context),
    reopen: async ({ offline = false } = {}) => {
      await open(offline);
      return page;
    },
    setOffline: (offline) => context.setOffline(offline),
    discard: async () => {
      await context.close().catch(() => undefined);
      await rm(profileDir, { recursive: true, force: true });
    },
  };
}
