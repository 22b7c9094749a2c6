import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './harness/at-rest.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { expectNoFaultsHere } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';

const KATE = 'kate@example.org';
const ROWAN = 'rowan@example.org';

let server: Server;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: [KATE, ROWAN].join(',') } });
});
afterAll(() => server.stop());

const programs = (page: Page): Promise<{ name: string; cues: unknown[] }[]> =>
  page.evaluate(async () => (await fetch('/api/programs')).json());
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined;
    return (at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? '').trim();
  });

/** Presses Tab until the element with this name has the focus; fails after `most` presses. */
async function tabTo(page: Page, name: string, most = 20): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < most; press += 1) {
    const at = await focused(page);
    if (at === name) return;
    passed.push(at);
    await page.keyboard.press('Tab');
  }
  expect(passed).toContain(name);
}

describe('from the first sign-in to a first program', () => {
  let device: Device;

  beforeAll(async () => {
    device = await openDevice();
  });
  afterAll(() => device.discard());

  it('works with the keyboard alone, and each dialog focuses its first field', async () => {
    const page = device.page();
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
    await tabTo(page, 'Beta Tester Login');
    await page.keyboard.press('Enter');
    // Each sign-in page has one field, which has the focus.
    await expect.poll(() => focused(page)).toBe('Email');
    await page.keyboard.type(KATE);
    const code = await server.codeFor(KATE, () => page.keyboard.press('Enter'));
    await expect.poll(() => focused(page)).toBe('Six-digit code');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No training sessions yet' }).waitFor();

    await tabTo(page, 'Programs');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No training programs yet' }).waitFor();
    await tabTo(page, 'Create Program');
    await page.keyboard.press('Enter');
    const creating = page.getByRole('dialog', { name: 'Create Program' });
    await creating.waitFor();
    await expect.poll(() => focused(page)).toBe('Program Name');
    await page.keyboard.type('First steps');
    await expectNoFaultsHere(page);

    // Without cues, the form links to creating one, and returns unchanged afterwards.
    await tabTo(page, 'Create a cue first');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create Cue' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Cue Name');
    await page.keyboard.type('Away');
    await page.keyboard.press('Enter');
    await creating.waitFor();
    await expect.poll(() => creating.getByLabel('Program Name').inputValue()).toBe('First steps');
    await creating.getByRole('checkbox', { name: /^Away/ }).waitFor();
    await tabTo(page, 'AwayObedience');
    await page.keyboard.press('Space');
    await creating.getByText('1 of 1').waitFor();
    await tabTo(page, 'Create Program', 5);
    await page.keyboard.press('Enter');
    await creating.waitFor({ state: 'detached' });
    await page.getByRole('article').getByRole('heading', { name: 'First steps' }).waitFor();
    await expect.poll(() => programs(page)).toMatchObject([{ name: 'First steps', cues: [{}] }]);
  });
});

/** A thumb reaches the lower two thirds of a phone held in the same hand. */
const REACH_TOP = PHONE.height / 3;

describe('from the first sign-in to a first program, with one thumb', () => {
  let device: Device;

  beforeAll(async () => {
    device = await openDevice();
  });
  afterAll(() => device.discard());

  /** Taps the middle of an element, and expects it to be large enough and within the thumb's reach. */
  async function tap(page: Page, what: Locator): Promise<void> {
    await what.waitFor();
    // A sheet slides in.
    await atRest(page);
    const box = await what.boundingBox();
    const label = await what.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent);
    const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    expect(middle, `middle of ${label}`).toBeGreaterThanOrEqual(REACH_TOP);
    expect(middle, `middle of ${label}`).toBeLessThanOrEqual(PHONE.height);
    expect(box?.height ?? 0, `height of ${label}`).toBeGreaterThanOrEqual(44);
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, middle);
  }

  it('needs no tap in the upper third, because the first field has the focus', async () => {
    const page = device.page();
    await page.goto(`${server.url}/api/login`);
    await expect.poll(() => focused(page)).toBe('Email');
    await page.keyboard.type(ROWAN);
    const code = await server.codeFor(ROWAN, () => tap(page, page.getByRole('button', { name: 'Send code' })));
    await expect.poll(() => focused(page)).toBe('Six-digit code');
    await page.keyboard.type(code);
    await tap(page, page.getByRole('button', { name: 'Sign in' }));
    await tap(page, page.getByRole('link', { name: 'Programs' }));
    await tap(page, page.getByRole('button', { name: 'Create Program' }));
    const creating = page.getByRole('dialog', { name: 'Create Program' });
    await expect.poll(() => focused(page)).toBe('Program Name');
    await page.keyboard.type('First steps');
    await tap(page, creating.getByRole('link', { name: 'Create a cue first' }));
    const cue = page.getByRole('dialog', { name: 'Create Cue' });
    await expect.poll(() => focused(page)).toBe('Cue Name');
    await page.keyboard.type('Away');
    await tap(page, cue.getByRole('button', { name: 'Create Cue' }));
    await tap(page, creating.getByText('Away', { exact: true }).locator('xpath=ancestor::label'));
    await creating.getByText('1 of 1').waitFor();
    await tap(page, creating.getByRole('button', { name: 'Create Program' }));
    await page.getByRole('article').getByRole('heading', { name: 'First steps' }).waitFor();
    await expect.poll(() => programs(page)).toMatchObject([{ name: 'First steps', cues: [{}] }]);
  });
});
