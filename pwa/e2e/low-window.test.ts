import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './harness/as-person.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { card } from './harness/log.ts';
import { expectNoFaultsHere } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const SESSION = 'Send-away to second marker';
/** Phones with their keyboard open, the last one held sideways. */
const LOW = [
  { width: 390, height: 470 },
  { width: 360, height: 400 },
  { width: 844, height: 190 },
];

interface FormAt {
  path: string;
  title: string;
  save: string;
}

const FORMS: FormAt[] = [
  { path: '/?dialog=add-session', title: 'Add Training Log', save: 'Save' },
  { path: '/?dialog=edit-session&id=SESSION', title: 'Edit Training Log', save: 'Update' },
  { path: '/?dialog=comments&id=SESSION', title: 'Comments', save: 'Post' },
  { path: '/my-dogs?dialog=add-dog', title: 'Add New Dog', save: 'Add Dog' },
  { path: '/my-dogs?dialog=dog&id=DOG', title: 'Fen', save: 'Save Notes' },
  { path: '/cues?dialog=create-cue', title: 'Create Cue', save: 'Create Cue' },
  { path: '/programs?dialog=create-program', title: 'Create Program', save: 'Create Program' },
  { path: '/friends?dialog=invite', title: 'Invite Training Partner', save: 'Search' },
  { path: '/profile/edit', title: 'Edit Profile', save: 'Save Profile' },
];

let server: Server;
let device: Device;
let page: Page;
const ids: Record<string, string> = {};

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice()]);
  page = device.page();
  page.setDefaultTimeout(30_000);
  await signIn(page, server, 'kate@example.org');
  const made = async (path: string, payload: object) => (await call<{ id: string }>(page, 'POST', path, payload)).answer.id;
  ids['DOG'] = await made('/api/dogs', { name: 'Fen', breed: 'Border Collie', birthdate: '2021-04-03' });
  ids['SESSION'] = await made('/api/videos', { title: SESSION, dogId: ids['DOG'] });
  await card(page, SESSION).waitFor();
});

afterAll(async () => {
  await device.discard();
  await server.stop();
});

async function open({ path, title }: FormAt): Promise<Locator> {
  await resize(page, PHONE);
  await page.goto(server.url + path.replace(/[A-Z]+$/, (name) => ids[name] ?? name));
  const form = path.includes('dialog') ? page.getByRole('dialog', { name: title }) : page.getByRole('main');
  await form.getByRole('heading', { name: title }).first().waitFor();
  // A form with a draft of its own appears after the title.
  await typedInto(form).first().waitFor();
  return form;
}

/** The fields for which a phone opens its keyboard. */
const typedInto = (form: Locator) => form.locator('input:not([type=radio], [type=checkbox], [type=file], [type=date]), textarea');

/** Why a part cannot be seen and tapped within this height; null if it can. */
const hiddenBy = (part: Locator, top: number, bottom: number) =>
  part.evaluate(
    (element, seen) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const at = `${Math.round(top)} to ${Math.round(bottom)}`;
      if (top < seen.top - 1 || bottom > seen.bottom + 1) return `out of view: ${at}`;
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return element.contains(found) ? null : `below ${found?.outerHTML.slice(0, 120)}: ${at}`;
    },
    { top, bottom },
  );

async function expectInReach(form: Locator, { title, save }: FormAt, top: number, bottom: number): Promise<void> {
  const parts = {
    title: form.getByRole('heading', { name: title }).first(),
    field: page.locator('*:focus'),
    save: form.getByRole('button', { name: save, exact: true }),
  };
  for (const [name, part] of Object.entries(parts)) {
    await expect.poll(async () => [name, await hiddenBy(part, top, bottom)]).toEqual([name, null]);
  }
}

describe.each(FORMS)('$title', (at) => {
  it('keeps title, field and main button in view while a keyboard makes the window low', async () => {
    const form = await open(at);
    const fields = typedInto(form);
    for (let place = 0; place < (await fields.count()); place++) {
      for (const size of LOW) {
        await resize(page, PHONE);
        await fields.nth(place).focus();
        await resize(page, size);
        await expectInReach(form, at, 0, size.height);
      }
    }
    await resize(page, { width: 360, height: 400 });
    await expectNoFaultsHere(page);
  });

  it('keeps title, field and main button in view while a keyboard covers the page, as on an iPhone', async () => {
    const form = await open(at);
    const fields = typedInto(form);
    for (let place = 0; place < (await fields.count()); place++) {
      await fields.nth(place).focus();
      await coverPage({ height: 400, offsetTop: 60 });
      await expectInReach(form, at, 60, 460);
      await coverPage(null);
    }
  });
});

describe.each([PHONE, ...LOW.slice(0, 2)])('a refused last field at $width x $height', (size) => {
  it('shows its message below it, clear of the toast', async () => {
    const form = await open(FORMS[0]!);
    await form.getByLabel('Title').fill('Blind search');
    await form.getByRole('button', { name: /^Trained today/ }).click();
    const trained = form.getByLabel('Trained');
    await trained.fill('');
    await resize(page, size);
    await form.getByRole('button', { name: 'Save' }).click();
    // Hovering keeps the toast open while the test checks what it could cover.
    await page.locator('.toast').hover();
    await form.getByRole('status').getByText('Please enter a date and time').waitFor();
    // The form shows the error after the toast.
    await expect.poll(() => trained.getAttribute('aria-invalid')).toBe('true');
    const message = page.locator(`#${await trained.getAttribute('aria-describedby')}`);
    expect(await message.textContent()).toBe('Please enter a date and time');
    for (const [name, part] of Object.entries({ trained, message })) {
      await expect.poll(async () => [name, await hiddenBy(part, 0, size.height)]).toEqual([name, null]);
    }
    // The toast still shows, so both were clear of it.
    expect(await form.getByRole('status').getByText('Please enter a date and time').count()).toBe(1);
    // Save, so that no draft is left for the next form.
    await trained.fill('2026-01-09T17:30');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
  });
});

describe.each([PHONE, ...LOW])('a refused profile at $width x $height', (size) => {
  it('shows the first message and the button that saves, both clear of the toast', async () => {
    const form = await open({ path: '/profile/edit', title: 'Edit Profile', save: 'Save Profile' });
    await resize(page, size);
    const [field, save] = [form.getByLabel('First Name*'), form.getByRole('button', { name: 'Save Profile' })];
    await save.click();
    // Hovering keeps the toast open while the test checks what it could cover.
    await page.locator('.toast').hover();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const message = page.locator(`#${await field.getAttribute('aria-describedby')}`);
    for (const [name, part] of Object.entries({ field, message, save })) {
      await expect.poll(async () => [name, await hiddenBy(part, 0, size.height)]).toEqual([name, null]);
    }
    expect(await page.locator('.toast').getByText('First name and last name are required').count()).toBe(1);
  });
});

/** An open keyboard as an iPhone reports it: only the visual viewport is smaller, and may have moved. */
const coverPage = (seen: { height: number; offsetTop: number } | null) =>
  page.evaluate((now) => {
    const viewport = visualViewport as unknown as Record<string, unknown>;
    delete viewport['height'];
    delete viewport['offsetTop'];
    for (const [name, value] of Object.entries(now ?? {})) Object.defineProperty(viewport, name, { value, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, seen);
