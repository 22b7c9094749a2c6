import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './harness/at-rest.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { actOn, card, openLogDialog } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { touchscreen } from './harness/touchscreen.ts';
import { makeVideoFile } from './harness/video-file.ts';

const KATE = 'kate@example.org';
/** When the app ends: at the tap, or this long after its mark is stored (docs/decisions/0069). */
const MOMENTS = [
  { moment: 'at the tap', afterMarkMs: null },
  { moment: 'once the save is marked', afterMarkMs: 0 },
  { moment: '10 ms after the mark', afterMarkMs: 10 },
];

let server: Server;
let phone: Device;

beforeAll(async () => {
  [server, phone] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  await signIn(phone.page(), server, KATE);
  await readyForOffline(phone.page());
  // Chromium writes cookies late: a normal close puts them on disk.
  await phone.close();
  await phone.reopen();
});

afterAll(async () => {
  await phone.discard();
  await server.stop();
});

const draftLine = (page: Page, title: string) => page.getByText(`Unsaved draft: ${title}`);

/** Call it after the tap: waits until the moment at which the test ends the app. */
async function untilMoment(afterMarkMs: number | null, marked: Promise<unknown>): Promise<void> {
  if (afterMarkMs === null) return;
  await marked;
  if (afterMarkMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMarkMs));
}

/** The middle of a button that is on the screen. Waits until its sheet has slid in. */
async function middleOf(button: Locator): Promise<{ x: number; y: number }> {
  await button.waitFor();
  await atRest(button.page());
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const MARKED = 'The save is marked';

/** Logs when the mark of a save is stored. The mark is the app's only transaction with relaxed durability. */
function logMarks(message: string): void {
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function (this: IDBTransaction) {
    if (this.durability === 'relaxed') this.addEventListener('complete', () => console.debug(message));
    commit.call(this);
  };
}

/** Call it before the tap. `marked` resolves when the save is marked. */
async function watchMark(page: Page): Promise<{ marked: Promise<unknown> }> {
  await page.evaluate(logMarks, MARKED);
  const marked = page.waitForEvent('console', (line) => line.text() === MARKED);
  // Avoid an unhandled rejection when the page ends before the mark.
  marked.catch(() => undefined);
  return { marked };
}

interface HeldSave {
  letGo: () => Promise<void>;
  /** Resolves when the save is marked. */
  marked: Promise<unknown>;
}

/** Types a session and holds Save down until the session shows in the log behind the dialog. */
async function holdSave(page: Page, title: string): Promise<HeldSave> {
  await page.goto(server.url);
  await openLogDialog(page);
  const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel(/^Notes/).fill('Every word of it.');
  const finger = await touchscreen(page);
  await finger('touchStart', await middleOf(dialog.getByRole('button', { name: 'Save', exact: true })));
  await page.locator('article h3', { hasText: title }).waitFor({ state: 'attached' });
  const { marked } = await watchMark(page);
  return { letGo: () => finger('touchEnd'), marked };
}

/** Whether a form has the saved title. An empty form may open, because the reloaded URL names the dialog. */
const isOfferedAgain = (page: Page, title: string) =>
  page
    .getByRole('dialog')
    .getByLabel('Title')
    .evaluateAll((inputs, saved) => inputs.some((input) => (input as HTMLInputElement).value === saved), title);

/** Closes the dialog, which steps back in the history: that would interrupt a page load. */
async function closeDialog(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Expects the session in the log and on the server exactly once, without a draft or a form that would save it again. */
async function expectSession(page: Page, title: string): Promise<void> {
  await card(page, title).waitFor();
  await expect.poll(() => card(page, title).count()).toBe(1);
  await expect.poll(() => draftLine(page, title).count()).toBe(0);
  await expect.poll(() => isOfferedAgain(page, title)).toBe(false);
  await expect.poll(async () => (await logsOnServer(title)).map(({ description }) => description)).toEqual(['Every word of it.']);
}

/** Expects the session in the log. Without a mark, its words may still be a draft: saves that first. */
async function expectKept(page: Page, title: string, isMarked: boolean): Promise<void> {
  if (!isMarked) {
    const shows = async () => {
      if (await isOfferedAgain(page, title)) return 'form';
      if ((await card(page, title).count()) > 0) return 'session';
      // While a dialog opens, it may take the draft.
      if ((await page.getByRole('dialog').count()) > 0) return 'dialog';
      return (await draftLine(page, title).count()) > 0 ? 'draft' : 'nothing';
    };
    await expect.poll(shows).toMatch(/form|session|draft/);
    if ((await shows()) === 'draft') {
      await page.getByRole('button', { name: new RegExp(`^Continue: .*${title}`) }).click();
      await expect.poll(shows).toMatch(/form|session/);
    }
    if ((await shows()) === 'form') await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  }
  await expectSession(page, title);
}

/** Reloads the page. When the save ends first, the closing dialog goes back in the history and cancels the reload: tries again. */
async function reload(page: Page): Promise<void> {
  const cancelled = await page.reload().then(
    () => false,
    (error: Error) => {
      if (!error.message.includes('net::ERR_ABORTED')) throw error;
      return true;
    },
  );
  if (!cancelled) return;
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.reload();
}

async function logsOnServer(title: string): Promise<{ title: string; description: string }[]> {
  const answer = await phone.context().request.get(`${server.url}/api/videos`);
  return ((await answer.json()) as { title: string; description: string }[]).filter((log) => log.title === title);
}

/** Freezes a tab: it keeps its locks but reads nothing, so a save in another tab does not wait for it. @returns wakes the tab */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const lifecycle = await phone.context().newCDPSession(page);
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => {
    await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
  };
}

async function killBrowser(): Promise<() => Promise<void>> {
  const browser = phone.context().browser();
  const session = await browser?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (!pid) throw new Error('There is no browser process');
  return async () => {
    const closed = new Promise((resolve) => phone.context().once('close', resolve));
    process.kill(pid, 'SIGKILL');
    await closed;
  };
}

async function crash(page: Page): Promise<void> {
  const devtools = await phone.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}

async function expectSurvivesCrash(title: string, afterMarkMs: number | null): Promise<void> {
  const page = await phone.context().newPage();
  const { letGo, marked } = await holdSave(page, title);
  await letGo();
  await untilMoment(afterMarkMs, marked);
  await crash(page);
  // Playwright cannot reload a crashed page: open its address in a new one.
  const again = await phone.context().newPage();
  await again.goto(page.url());
  await expectKept(again, title, afterMarkMs !== null);
  await again.close();
  await page.close();
}

// These tests run first, while the log is short: a continued draft keeps its minute, so it may sort below newer sessions.
describe('a draft that was not saved', () => {
  const type = async (page: Page, title: string) => {
    await page.goto(server.url);
    await openLogDialog(page);
    const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.getByLabel('Title').fill(title);
    return dialog;
  };

  it('appears on the log if the app ends before the finger leaves Save, and can be continued', async () => {
    const page = await phone.context().newPage();
    await holdSave(page, 'Never let go');
    await page.close();
    const again = phone.page();
    await again.goto(server.url);
    await again.getByText('Unsaved draft: Never let go.').waitFor();
    await expect.poll(() => card(again, 'Never let go').count()).toBe(0);
    await again.getByRole('button', { name: /^Continue: .*Never let go/ }).click();
    const dialog = again.getByRole('dialog', { name: 'Add Training Log' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Never let go');
    expect(await dialog.getByLabel(/^Notes/).inputValue()).toBe('Every word of it.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectSession(again, 'Never let go');
  });

  it('fills the form of the reopened page if the tab crashes before the finger leaves Save', async () => {
    await phone.page().goto('about:blank');
    const page = await phone.context().newPage();
    await holdSave(page, 'Crashed under the finger');
    await crash(page);
    const again = await phone.context().newPage();
    await again.goto(page.url());
    await expect.poll(() => isOfferedAgain(again, 'Crashed under the finger')).toBe(true);
    const dialog = again.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await closeDialog(dialog);
    await again.close();
    await page.close();
  });

  it('appears when its dialog closes, and disappears when discarded', async () => {
    const page = phone.page();
    const dialog = await type(page, 'Not yet');
    await closeDialog(dialog);
    await draftLine(page, 'Not yet').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => draftLine(page, 'Not yet').count()).toBe(0);
  });

  it('of an edited session leads back to the edit dialog', async () => {
    const page = phone.page();
    await page.goto(server.url);
    await actOn(page, 'Never let go', 'Edit Never let go');
    const dialog = page.getByRole('dialog', { name: 'Edit Training Log' });
    await dialog.getByLabel('Title').fill('Let go at last');
    await closeDialog(dialog);
    await page.getByRole('button', { name: 'Continue: Unsaved changes to Never let go.' }).click();
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Let go at last');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await closeDialog(dialog);
    await expect.poll(() => page.getByText(/^Unsaved/).count()).toBe(0);
  });

  it('is not offered while another tab has it open, but is once that tab closes', async () => {
    const one = phone.page();
    await one.goto(server.url);
    await actOn(one, 'Never let go', 'Edit Never let go');
    const editing = one.getByRole('dialog', { name: 'Edit Training Log' });
    await editing.getByLabel('Title').fill('Closed over here');
    await closeDialog(editing);
    const dialog = await type(one, 'Open over there');
    await one.reload();
    await dialog.waitFor();
    const two = await phone.context().newPage();
    await two.goto(server.url);
    // The two drafts are listed together.
    await two.getByText('Unsaved changes to Never let go').waitFor();
    await expect.poll(() => draftLine(two, 'Open over there').count()).toBe(0);
    await one.goto('about:blank');
    await draftLine(two, 'Open over there').waitFor();
    await two.getByRole('button', { name: /^Continue: .*Open over there/ }).click();
    const there = two.getByRole('dialog', { name: 'Add Training Log' });
    await there.getByRole('button', { name: 'Discard' }).click();
    await closeDialog(there);
    await expect.poll(() => draftLine(two, 'Open over there').count()).toBe(0);
    await two.getByRole('button', { name: 'Continue: Unsaved changes to Never let go.' }).click();
    const editingThere = two.getByRole('dialog', { name: 'Edit Training Log' });
    await editingThere.getByRole('button', { name: 'Discard' }).click();
    await closeDialog(editingThere);
    await expect.poll(() => two.getByText(/^Unsaved/).count()).toBe(0);
    await two.close();
  });
});

describe('a saved session', () => {
  /** A save waits for other tabs that use the drafts, so leave the app there. */
  const leaveOtherTab = () => phone.page().goto('about:blank');

  it.each(MOMENTS)('survives a browser kill $moment', async ({ moment, afterMarkMs }) => {
    const title = `Killed ${moment}`;
    const { letGo, marked } = await holdSave(phone.page(), title);
    const kill = await killBrowser();
    await letGo();
    await untilMoment(afterMarkMs, marked);
    await kill();
    const page = await phone.reopen();
    await page.goto(server.url);
    await expectKept(page, title, afterMarkMs !== null);
  });

  it.each(MOMENTS)('survives closing its tab $moment', async ({ moment, afterMarkMs }) => {
    const title = `Closed ${moment}`;
    await leaveOtherTab();
    const page = await phone.context().newPage();
    const { letGo, marked } = await holdSave(page, title);
    await letGo();
    await untilMoment(afterMarkMs, marked);
    await page.close();
    await phone.page().goto(server.url);
    await expectKept(phone.page(), title, afterMarkMs !== null);
  });

  it.each(MOMENTS)('survives a reload $moment', async ({ moment, afterMarkMs }) => {
    const title = `Loaded again ${moment}`;
    const { letGo, marked } = await holdSave(phone.page(), title);
    await letGo();
    await untilMoment(afterMarkMs, marked);
    await reload(phone.page());
    await expectKept(phone.page(), title, afterMarkMs !== null);
  });

  it.each(MOMENTS)('survives a renderer crash $moment', async ({ moment, afterMarkMs }) => {
    await leaveOtherTab();
    await expectSurvivesCrash(`Crashed ${moment}`, afterMarkMs);
  });

  it('survives a crash while another tab has an untouched form open', async () => {
    const idle = phone.page();
    await idle.goto(server.url);
    await openLogDialog(idle);
    await idle.getByRole('dialog', { name: 'Add Training Log' }).getByLabel('Title').waitFor();
    const wake = await freeze(idle);
    await expectSurvivesCrash('Crashed beside a form', 0);
    await wake();
  });
});

describe('a form in another tab', () => {
  it.each(['before', 'after'] as const)('that opens %s an interrupted save is empty, and both sessions are kept', async (moment) => {
    const title = `Interrupted, form opened ${moment}`;
    const beside = phone.page();
    await beside.goto(server.url);
    const dialog = beside.getByRole('dialog', { name: 'Add Training Log' });
    const open = async () => {
      await openLogDialog(beside);
      await dialog.getByLabel('Title').waitFor();
    };
    if (moment === 'before') await open();
    const wake = await freeze(beside);
    const saving = await phone.context().newPage();
    const { letGo, marked } = await holdSave(saving, title);
    await letGo();
    await marked;
    await saving.close();
    await wake();
    if (moment === 'after') await open();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('');
    await dialog.getByLabel('Title').fill(`Typed, form opened ${moment}`);
    await dialog.getByLabel(/^Notes/).fill('Every word of it.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectSession(beside, `Typed, form opened ${moment}`);
    await beside.goto(server.url);
    await expectSession(beside, title);
  });
});

it('saves the chosen file with the session when the tab closes right after the save is marked', async () => {
  const title = 'With its film';
  // An earlier test may have left a form open and a save in flight.
  await phone.page().goto(server.url);
  await phone.page().getByText('All synced').waitFor({ state: 'attached' });
  const video = await makeVideoFile(phone.page(), phone.profileDir, 300_000);
  const page = await phone.context().newPage();
  await page.goto(server.url);
  await openLogDialog(page);
  const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.locator('input[type=file]').first().setInputFiles(video.path);
  await dialog.getByText('Saved on this phone').waitFor();
  const wake = await freeze(phone.page());
  const finger = await touchscreen(page);
  const { marked } = await watchMark(page);
  await finger('touchStart', await middleOf(dialog.getByRole('button', { name: 'Save', exact: true })));
  await finger('touchEnd');
  await marked;
  await page.close();
  await wake();
  const again = phone.page();
  await again.goto(server.url);
  await card(again, title)
    .getByRole('link', { name: `Play video: ${title}` })
    .waitFor();
  await expect.poll(() => draftLine(again, title).count()).toBe(0);
});
