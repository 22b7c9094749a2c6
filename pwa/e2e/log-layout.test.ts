import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../api/testing/sample-media.ts';
import { type ApiPerson, signInByCalls } from './harness/api-person.ts';
import { atRest } from './harness/at-rest.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { actOn, card, logSession } from './harness/log.ts';
import { expectNoFaults, expectNoFaultsHere } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';

const KATE = 'kate@example.org';
const HEADER_PX = 57;
const LINE_PX = 48;
/** A phone with its keyboard open. */
const LOW = { width: 390, height: 470 };
/** Days with two sessions each, newest first: in two months, and in one of the year before. */
const DAYS = [...days('2026-10', 12), ...days('2026-09', 12), ...days('2025-12', 6)];

let server: Server;
let device: Device;
let page: Page;
let kate: ApiPerson;

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  kate = await signInByCalls(server, KATE);
  await kate.call('PATCH', '/api/users/profile', { firstName: 'Kate', lastName: 'Ellison' });
  const dog = await kate.call<{ id: string }>('POST', '/api/dogs', { name: 'Fen', breed: 'Border Collie', birthdate: '2021-03-14' });
  for (const [index, day] of DAYS.entries()) {
    const at = (hour: string) => ({ trainedAt: `${day}T${hour}:22:00.000Z`, trainedZone: 'Europe/London' });
    await kate.call('POST', '/api/videos', { title: `Track ${index}`, dogId: dog.id, ...at('13') });
    await kate.call('POST', '/api/videos', { title: `Heel ${index}`, description: 'Wind from the left.', ...at('11') });
  }
  page = device.page();
  await signIn(page, server, KATE);
  await card(page, 'Track 0').waitFor();
  await syncTotal(page).filter({ hasText: 'All synced' }).waitFor();
});

afterAll(async () => {
  await device?.discard();
  await server?.stop();
});

function days(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${month}-${String(28 - index * 2).padStart(2, '0')}`);
}
const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('The element is not on the page');
  return box;
};
const heightOf = async (place: Locator) => (await boxOf(place)).height;
const topOf = async (place: Locator) => (await boxOf(place)).y;
const header = () => page.getByRole('banner');
const tick = () => header().getByRole('button', { name: 'All synced' });
/** Opens the log at its top. Opening the same address again would restore the scroll position. */
const openLog = async () => {
  await page.goto('about:blank');
  await page.goto(server.url);
  await card(page, 'Track 0').waitFor();
};
/** Waits until a tick, which adds no height, has replaced the sync line. */
const onlyTick = async () => {
  await expect.poll(() => heightOf(header())).toBe(HEADER_PX);
  await tick().waitFor();
};

describe('the header on a phone', () => {
  it('takes 56 px and its border, with a tick while all is synced, which opens the queue', async () => {
    await onlyTick();
    for (const size of [PHONE, LOW]) {
      await resize(page, size);
      expect(await heightOf(header())).toBe(HEADER_PX);
    }
    await resize(page, PHONE);
    await tick().click();
    await page.getByRole('dialog').getByRole('heading', { name: 'All synced' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => tick().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('shows the sync line until all is synced, and nothing moves in a scrolled log when the line disappears', async () => {
    await openLog();
    await page.mouse.move(200, 400);
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, 300);
    const entry = card(page, 'Track 6');
    await entry.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400);
    await onlyTick();
    await server.connection.cut();
    await device.setOffline(true);
    await actOn(page, 'Track 6', 'Edit Track 6');
    const dialog = page.getByRole('dialog', { name: 'Edit Training Log' });
    await dialog.getByLabel('Title').fill('Track 6 again');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await dialog.waitFor({ state: 'detached' });
    await syncTotal(page).filter({ hasText: 'only on this phone' }).waitFor();
    await expect.poll(() => heightOf(header())).toBe(HEADER_PX + LINE_PX + 1);
    const edited = card(page, 'Track 6 again');
    await edited.getByText(/Saved on this phone|Waiting for signal/).waitFor();
    const before = await topOf(edited);
    await server.connection.mend();
    await device.setOffline(false);
    await onlyTick();
    expect(await topOf(edited)).toBe(before);
  });

  it('keeps the sync line while the pointer moves', async () => {
    await openLog();
    await onlyTick();
    await logSession(page, { title: 'With a busy thumb' });
    // The tick says 'All synced' too.
    await expect.poll(() => heightOf(header())).toBe(HEADER_PX + LINE_PX + 1);
    await syncTotal(page).filter({ hasText: 'All synced' }).waitFor();
    // Move more often than the pause that the line waits for, and for longer than the line says 'All synced'.
    const heights: number[] = [];
    const until = Date.now() + 4_500;
    while (Date.now() < until) {
      await page.mouse.move(200 + (heights.length % 2), 500);
      heights.push(await heightOf(header()));
    }
    expect(new Set(heights)).toEqual(new Set([HEADER_PX + LINE_PX + 1]));
    await onlyTick();
  });
});

/** Elements of the page with a border that runs through a chip. */
const bordersUnder = (chip: Locator) =>
  chip.evaluate((element) => {
    const inside = element.getBoundingClientRect();
    const crosses = (from: number, to: number, low: number, high: number) => from < high - 0.5 && to > low + 0.5;
    return [...document.querySelectorAll('main *')]
      .filter((other) => {
        if (element.contains(other)) return false;
        const { left, right, top, bottom } = other.getBoundingClientRect();
        if (!crosses(left, right, inside.left, inside.right) || !crosses(top, bottom, inside.top, inside.bottom)) return false;
        const style = getComputedStyle(other);
        const [above, after, below, before] = ['top', 'right', 'bottom', 'left'].map((side) =>
          Number.parseFloat(style.getPropertyValue(`border-${side}-width`)),
        ) as [number, number, number, number];
        return (
          (above > 0 && crosses(top, top + above, inside.top, inside.bottom)) ||
          (below > 0 && crosses(bottom - below, bottom, inside.top, inside.bottom)) ||
          (before > 0 && crosses(left, left + before, inside.left, inside.right)) ||
          (after > 0 && crosses(right - after, right, inside.left, inside.right))
        );
      })
      .map((other) => other.outerHTML.slice(0, 120));
  });

describe('an entry', () => {
  it('with only a title is under 110 px high, at every size', async () => {
    await openLog();
    for (const size of [PHONE, LOW, DESKTOP]) {
      await resize(page, size);
      expect(await heightOf(card(page, 'Track 0'))).toBeLessThan(110);
    }
    await resize(page, PHONE);
  });

  it('shows its sync state in the line of dog and time, and nothing moves when the state disappears', async () => {
    await onlyTick();
    await server.connection.cut();
    await device.setOffline(true);
    await logSession(page, { title: 'Chip', dog: 'Fen' });
    const entry = card(page, 'Chip');
    const chip = entry.getByText(/Saved on this phone|Waiting for signal/);
    await chip.waitFor();
    await expect.poll(() => heightOf(header())).toBe(HEADER_PX + LINE_PX + 1);
    await atRest(page);
    const [at, avatar, time] = await Promise.all([chip, entry.locator('[aria-hidden]').nth(1), entry.locator('time')].map(boxOf));
    const middle = ({ y, height }: { y: number; height: number }) => y + height / 2;
    expect(middle(at!)).toBeCloseTo(middle(avatar!), 0);
    expect(middle(at!)).toBeCloseTo(middle(time!), 0);
    expect(at!.x + at!.width).toBeLessThanOrEqual(time!.x);
    for (const size of [LOW, DESKTOP, PHONE]) {
      await resize(page, size);
      expect(await bordersUnder(chip), `at ${size.width} px`).toEqual([]);
    }
    const unsent = [await boxOf(entry), await boxOf(entry.getByRole('heading')), await boxOf(entry.locator('time'))];
    await server.connection.mend();
    await device.setOffline(false);
    await chip.waitFor({ state: 'detached' });
    await entry.getByText('Synced', { exact: true }).waitFor({ state: 'detached' });
    await onlyTick();
    const moved = (await topOf(entry)) - unsent[0]!.y;
    const synced = [await boxOf(entry), await boxOf(entry.getByRole('heading')), await boxOf(entry.locator('time'))];
    // At the top of the page, the entry moves only by the height of the header's line.
    expect(moved).toBe(-LINE_PX - 1);
    expect(synced).toEqual(unsent.map((box) => ({ ...box, y: box.y + moved })));
  });

  it('is covered by no label of the add button while a keyboard is open', async () => {
    const add = page.getByRole('button', { name: 'Log a session' }).filter({ visible: true });
    await openLog();
    await page.getByRole('button', { name: 'Search and filter' }).click();
    await expect.poll(async () => (await boxOf(add)).width).toBeGreaterThan(120);
    await resize(page, LOW);
    await page.getByLabel('Search sessions').fill('track is here');
    await page.getByRole('button', { name: 'Remove here' }).waitFor();
    await expect.poll(async () => (await boxOf(add)).width).toBe(56);
    expect(await heightOf(add)).toBe(56);
    for (const word of ['track', 'is', 'here']) {
      const [chip, button] = [await boxOf(page.getByRole('button', { name: `Remove ${word}` })), await boxOf(add)];
      expect(chip.x + chip.width <= button.x || chip.y + chip.height <= button.y, word).toBe(true);
    }
    await expectNoFaultsHere(page);
    await page.getByLabel('Search sessions').fill('');
    // At a zoom of 400 % it does not float, and has its label.
    await resize(page, { width: 320, height: 256 });
    await expect.poll(() => add.evaluate((button) => getComputedStyle(button).position)).toBe('static');
    await resize(page, PHONE);
  });

  it('offers its actions in a menu that stays on the screen, also above an open keyboard', async () => {
    for (const size of [PHONE, LOW, DESKTOP]) {
      await resize(page, size);
      await openLog();
      await card(page, 'Track 1').getByRole('button', { name: 'More for Track 1' }).click();
      const menu = page.getByRole('dialog', { name: 'More for Track 1' });
      const names = ['Comment on Track 1', 'Share Track 1', 'Edit Track 1', 'Log again: Track 1'];
      for (const name of names) await menu.getByRole('button', { name }).waitFor();
      await atRest(page);
      const [box, bar] = [await boxOf(menu), size === DESKTOP ? null : await boxOf(page.getByRole('navigation'))];
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(bar?.y ?? size.height);
      await expectNoFaultsHere(page, '[popover]:popover-open');
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    }
    await resize(page, PHONE);
    await card(page, 'Track 1').getByRole('button', { name: 'More for Track 1' }).click();
    await page.getByRole('button', { name: 'Comment on Track 1' }).click();
    const comments = page.getByRole('dialog', { name: 'Comments' });
    await comments.getByRole('textbox', { name: 'Comment' }).fill('Better than last week');
    await comments.getByRole('button', { name: 'Post' }).click();
    await comments.getByText('Better than last week').first().waitFor();
    await comments.getByRole('button', { name: 'Close', exact: true }).click();
    // Once an entry has comments, it shows their number, and its menu becomes a row of buttons.
    await card(page, 'Track 1').getByRole('button', { name: '1 comment on Track 1' }).waitFor();
    expect(
      await card(page, 'Track 1')
        .getByRole('button', { name: /^More for/ })
        .count(),
    ).toBe(0);
    await expectNoFaults(page);
  });

  it('has its actions on one line with the number of comments, beside a high picture too', async () => {
    const { uploadURL } = await kate.call<{ uploadURL: string }>('POST', '/api/objects/upload', { type: 'image/png' });
    await page.request.put(new URL(uploadURL, server.url).href, { data: Buffer.from(png(320, 240)) });
    const { objectPath } = await kate.call<{ objectPath: string }>('PUT', '/api/videos/finalize', { videoURL: uploadURL });
    const { id } = await kate.call<{ id: string }>('POST', '/api/videos', {
      title: 'Blind search',
      description: 'Eight hides.',
      videoUrl: objectPath,
    });
    await kate.call('POST', `/api/videos/${id}/comments`, { content: 'Eight of eight.' });
    for (const size of [PHONE, DESKTOP]) {
      await resize(page, size);
      await openLog();
      const entry = card(page, 'Blind search');
      // The actions move when the number of comments arrives.
      await entry.getByRole('button', { name: '1 comment on Blind search' }).waitFor();
      await entry
        .getByRole('link', { name: /Blind search/ })
        .locator('img')
        .waitFor();
      const actions = ['1 comment on', 'Share', 'Edit', 'Log again:'].map((word) =>
        entry.getByRole('button', { name: `${word} Blind search` }),
      );
      const middles = await Promise.all(actions.map(async (action) => (await topOf(action)) + (await heightOf(action)) / 2));
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(1);
    }
  });

  it('shows the same initials as the header', async () => {
    const initials = (place: Locator) => place.locator('span[data-initials]').first().getAttribute('data-initials');
    expect(await initials(header().getByRole('button', { name: /^Account/ }))).toBe('KE');
    expect(await initials(card(page, 'Heel 0'))).toBe('KE');
    expect(await initials(card(page, 'Track 0'))).toBe('F');
  });
});

describe('the day at the top', () => {
  it('sticks below the header and names its month, with the year if that is not the current one', async () => {
    const stuck = page.locator('.long-line-stuck');
    for (const size of [PHONE, LOW, DESKTOP]) {
      await resize(page, size);
      await openLog();
      await onlyTickAt(size.width);
      expect(await stuck.count()).toBe(0);
      for (const [title, words] of [
        ['Heel 1', '26Monday · October'],
        ['Heel 13', '26Saturday · September'],
        ['Heel 26', '24Wednesday · December 2025'],
      ] as const) {
        const entry = card(page, title);
        await expect
          .poll(
            async () => {
              if ((await entry.count()) === 0) await page.mouse.wheel(0, 400);
              return entry.count();
            },
            { timeout: 30_000, interval: 20 },
          )
          .toBe(1);
        // Scroll again at each try: rows that are measured late move the entry.
        const dayOnTop = async () => {
          await entry.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 90));
          return (await stuck.locator('h2').textContent())?.replace(/^.*?\d{4}(?=\d)/s, '');
        };
        await expect.poll(dayOnTop).toBe(words);
        const [{ y: top }, under] = [await boxOf(stuck.locator('.long-line-day')), await boxOf(page.getByRole('banner'))];
        expect(top).toBeCloseTo(under.y + under.height, 0);
      }
    }
    await resize(page, PHONE);
  });

  const onlyTickAt = (width: number) => (width < 768 ? onlyTick() : tick().waitFor());
});

describe('times with AM and PM', () => {
  it('stay on one line', async () => {
    const other = await openDevice({ locale: 'en-US' });
    try {
      const american = other.page();
      await signIn(american, server, KATE);
      for (const size of [PHONE, { width: 320, height: 568 }, DESKTOP]) {
        await resize(american, size);
        const time = card(american, 'Track 0').locator('time');
        await time.filter({ hasText: '1:22 PM' }).waitFor();
        const [words, knot] = [await boxOf(time), await boxOf(card(american, 'Track 0').locator('.knot'))];
        expect(words.height).toBeLessThan(30);
        if (size === DESKTOP) expect(words.x + words.width).toBeLessThanOrEqual(knot.x);
      }
    } finally {
      await other.discard();
    }
  });
});
