import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
/** 8 mm on a phone: a CSS pixel is a 160th of an inch. */
const GLOVE_PX = (8 / 25.4) * 160;

let server: Server;
let phone: Device;
let kate: Page;

beforeAll(async () => {
  [server, phone] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  const { call } = await signInByCalls(server, KATE);
  const dogs = [];
  for (const name of ['Fen', 'Brock'])
    dogs.push(await call<{ id: string }>('POST', '/api/dogs', { name, breed: 'Collie', birthdate: '2022-08-03' }));
  const { id: videoId } = await call<{ id: string }>('POST', '/api/videos', { title: 'Yesterday', dogId: dogs[1]?.id });
  for (const name of ['Send-away', 'Sit']) await call('POST', '/api/cues', { name, steps: ['At the marker', 'At the gate'] });
  const hitMeans = 'Straight to the marker, one cue';
  await call('POST', '/api/sets', { videoId, exercise: 'Send-away', distanceM: 30, hitMeans, reps: ['00000001 hit', '00000002 miss'] });
  kate = phone.page();
  await signIn(kate, server, KATE);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
  await readyForOffline(kate);
  // A killed browser loses cookies that it has not written yet; a closed one writes them.
  await phone.close();
  kate = await phone.reopen({ offline: true });
  await kate.goto(server.url);
});

afterAll(async () => {
  await phone?.discard();
  await server?.stop();
});

const button = (name: string) => kate.getByRole('button', { name, exact: true });
/** Taps each of these buttons when they appear, before a person could have seen them. */
const tapAsSoonAsShown = (selector: string) =>
  kate.evaluate((wanted) => {
    const look = new MutationObserver(() => {
      const shown = [...document.querySelectorAll<HTMLElement>(wanted)];
      if (shown.length > 0) look.disconnect();
      for (const each of shown) each.click();
    });
    look.observe(document.body, { subtree: true, childList: true });
  }, selector);
const undo = () => kate.getByRole('button', { name: /undo the last rep$/ });
const knots = () => kate.getByRole('img').getAttribute('aria-label');
const passed = async (milliseconds: number) => {
  const since = await kate.evaluate(() => performance.now());
  await kate.waitForFunction(([from, wanted]) => performance.now() - from > wanted, [since, milliseconds] as const);
};
/** Taps count again 250 ms after the last one. */
const mayTap = () => passed(250);
/** Buttons that have just taken the place of others take no tap for 600 ms. */
const maySettle = () => passed(600);
const untilCounted = async (label: string) => {
  await expect.poll(knots).toBe(label);
  await mayTap();
};
const setId = () => new URL(kate.url()).searchParams.get('set');

it('starts in two taps without signal, with the dog, exercise and criterion of the last time', async () => {
  await kate.getByRole('link', { name: 'Field mode' }).click();
  await kate.getByText('Last time 30 m, 1 of 2').waitFor();
  expect(await kate.getByLabel('Dog').locator(':checked').innerText()).toBe('Brock');
  await expectGloveHits();
  // A second tap on Start set.
  await tapAsSoonAsShown('.half.hit');
  await button('Start set').click();
  await kate.getByRole('heading', { name: 'Send-away' }).waitFor();
  await kate.getByText('Brock · set 1 · 30 m, Straight to the marker, one cue').waitFor();
  await expect.poll(() => kate.getByText('No signal. Every tap is saved on this phone.').isVisible()).toBe(true);
  expect(await kate.evaluate(() => document.activeElement?.textContent)).toBe('Send-away');
  await maySettle();
  expect(await knots()).toBe('0 of 0');
});

it('counts taps and keys, says each rep, and takes two taps at once for one', async () => {
  await button('Hit').click();
  await untilCounted('1 of 1: hit');
  expect(await kate.getByRole('status').filter({ hasText: 'Hit. 1 of 1' }).count()).toBe(1);
  await button('Miss').evaluate((half: HTMLElement) => [half, half].map((each) => each.click()));
  await untilCounted('1 of 2: hit, miss');
  await kate.keyboard.press('h');
  await untilCounted('2 of 3: hit, miss, hit');
  await button('Helped').click();
  await untilCounted('2 of 4: hit, miss, hit, helped');
});

it('undoes a rep that is held for half a second, on a second tap, or with a key', async () => {
  await undo().hover();
  await kate.mouse.down();
  await expect.poll(knots).toBe('2 of 3: hit, miss, hit');
  await kate.mouse.up();
  await undo().click();
  await kate.getByText('Tap to undo').waitFor();
  expect(await knots()).toBe('2 of 3: hit, miss, hit');
  await undo().click();
  await expect.poll(knots).toBe('1 of 2: hit, miss');
  expect(await kate.getByRole('status').filter({ hasText: 'Undone. 1 of 2' }).count()).toBe(1);
  await kate.keyboard.press('u');
  await untilCounted('1 of 1: hit');
});

it('ignores a palm', async () => {
  const devtools = await phone.context().newCDPSession(kate);
  const half = (await button('Miss').boundingBox())!;
  const points = [0, 20, 40].map((id) => ({ x: half.x + 40 + id, y: half.y + 40, id }));
  // The click that browsers send after the last touch of a palm.
  await button('Miss').evaluate((each: HTMLElement) => addEventListener('touchend', () => each.click(), { once: true }));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await mayTap();
  await button('Hit').click();
  await untilCounted('2 of 2: hit, hit');
});

it('returns to the same set after the app died, and to no set that was left', async () => {
  const before = setId();
  await phone.kill();
  kate = await phone.reopen({ offline: true });
  await kate.goto(server.url);
  await kate.getByRole('heading', { name: 'Send-away' }).waitFor();
  await expect.poll(knots, { timeout: 15_000 }).toBe('2 of 2: hit, hit');
  await maySettle();
  expect(setId()).toBe(before);
  await button('Finish').click();
  await kate.getByRole('heading', { name: 'Exercises' }).waitFor();
  await kate.goto(server.url);
  await kate.getByText('Yesterday').waitFor();
  expect(new URL(kate.url()).pathname).toBe('/');
  await kate.goto(`${server.url}/field?set=0197f3c2-0000-4000-8000-000000000000`);
  await kate.getByText('This set is not on this device.').waitFor();
  await kate.goto(server.url);
  await kate.getByText('Yesterday').waitFor();
  expect(new URL(kate.url()).pathname).toBe('/');
  await kate.goto(`${server.url}/field?set=${before}`);
  await untilCounted('2 of 2: hit, hit');
  await maySettle();
});

it('has no target that a glove could miss for another, and text with a contrast of 7:1', async () => {
  await expectGloveHits();
  await expectNoFaults(kate);
  await expectEnhancedContrast();
});

/** Whether a pointer within 8 mm around the middle of each button or choice hits no other one. */
async function expectGloveHits() {
  const missed = await kate.evaluate((radius) => {
    const targets = 'button, .field-choice, input:not(.field-choice *), select';
    const nameOf = (target: HTMLElement) => target.innerText || target.getAttribute('aria-label') || target.tagName;
    return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((target) => {
      target.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = target.getBoundingClientRect();
      const hitAt = (dx: number, dy: number) =>
        document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy)?.closest<HTMLElement>(targets);
      // Partly out of view.
      if (![-1, 1].every((side) => hitAt(0, side * (height / 2 - 2)) === target)) return [];
      const angles = Array.from({ length: 32 }, (_, place) => (place / 16) * Math.PI);
      const hits = angles.map((angle) => hitAt(Math.cos(angle) * radius, Math.sin(angle) * radius));
      return hits.flatMap((hit) => (hit && hit !== target ? `${nameOf(target)} hits ${nameOf(hit)}` : []));
    });
  }, GLOVE_PX);
  expect([...new Set(missed)]).toEqual([]);
}

async function expectEnhancedContrast() {
  for (const theme of ['light', 'dark']) {
    await kate.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    expect(
      await axeViolations(kate, { runOnly: ['color-contrast-enhanced'], rules: { 'color-contrast-enhanced': { enabled: true } } }),
    ).toEqual([]);
  }
  await kate.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}

it('gives each rep its own tone, vibration and flash, can be silent and still, and keeps the screen on', async () => {
  await kate.addInitScript(() => {
    const felt: Felt = { tones: [], vibrations: [], flashes: [], locks: [] };
    Object.assign(window, { felt });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      felt.tones.push(this.frequency.value);
      start.call(this, when);
    };
    addEventListener('animationstart', ({ target }) => {
      if (target instanceof HTMLElement && target.matches('.half')) felt.flashes.push(target.innerText);
    });
    Navigator.prototype.vibrate = (pattern) => felt.vibrations.push(JSON.stringify(pattern)) > 0;
    WakeLock.prototype.request = (type = 'screen') => {
      felt.locks.push(type);
      return localStorage.getItem('battery') === 'low'
        ? Promise.reject(new DOMException('The battery is low', 'NotAllowedError'))
        : Promise.resolve({ release: () => Promise.resolve() } as WakeLockSentinel);
    };
  });
  const felt = () => kate.evaluate(() => (window as unknown as { felt: Felt }).felt);
  const takeBack = async () => {
    await kate.keyboard.press('u');
    await untilCounted('2 of 2: hit, hit');
  };
  const sleeps = kate.getByText('This browser lets the screen go dark.');

  await kate.evaluate(() => localStorage.setItem('battery', 'low'));
  await kate.reload();
  await sleeps.waitFor();
  await kate.evaluate(() => localStorage.removeItem('battery'));
  await kate.reload();
  await kate.getByRole('heading', { name: 'Send-away' }).waitFor();
  await expect.poll(async () => (await felt()).locks).toEqual(['screen']);
  await sleeps.waitFor({ state: 'detached' });

  await maySettle();
  for (const [name, label] of [
    ['Hit', '3 of 3: hit, hit, hit'],
    ['Miss', '2 of 3: hit, hit, miss'],
    ['Helped', '2 of 3: hit, hit, helped'],
  ] as const) {
    await button(name).click();
    await untilCounted(label);
    await takeBack();
  }
  const first = await felt();
  expect([new Set(first.tones).size, new Set(first.vibrations).size]).toEqual([3, 3]);
  expect(first.flashes.map((text) => text.split('\n')[0])).toEqual(['Hit', 'Miss']);

  await kate.emulateMedia({ reducedMotion: 'reduce' });
  await button('Sound').click();
  await button('Hit').click();
  await untilCounted('3 of 3: hit, hit, hit');
  const second = await felt();
  expect([second.tones, second.flashes]).toEqual([first.tones, first.flashes]);
  await takeBack();
  await button('Sound').click();
  await kate.emulateMedia({ reducedMotion: 'no-preference' });
});

interface Felt {
  /** Frequencies in hertz. */
  tones: number[];
  vibrations: string[];
  /** Texts of the halves that flashed. */
  flashes: string[];
  locks: string[];
}

it('lies whole in low and wide windows', async () => {
  for (const size of [{ width: 390, height: 470 }, { width: 844, height: 390 }, { width: 320, height: 568 }, DESKTOP, PHONE]) {
    await resize(kate, size);
    for (const name of ['Finish', 'Helped', 'Hold to undo the last rep', 'Miss', 'Hit']) {
      const box = await button(name).boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= size.height && box.height >= 44, `${name} at ${size.width}x${size.height}`).toBe(
        true,
      );
    }
  }
});

it('advises by the rule of five after the last rep, and starts the next set with the criterion proposed', async () => {
  for (const label of ['3 of 3: hit, hit, hit', '4 of 4: hit, hit, hit, hit']) {
    await button('Hit').click();
    await untilCounted(label);
  }
  // The second tap of a double tap on the last rep.
  await tapAsSoonAsShown('.after .field-foot button');
  await button('Miss').click();
  await kate.getByText('Rule of five. Four hits or more of five').waitFor();
  expect(await kate.getByRole('radio', { checked: true }).getAttribute('value')).toBe('push');
  await expectGloveHits();
  await expectNoFaults(kate);
  await expectEnhancedContrast();
  await button('Undo last rep').click();
  await untilCounted('4 of 4: hit, hit, hit, hit');
  expect(await kate.getByRole('status').filter({ hasText: 'Undone. 4 of 4.' }).count()).toBe(1);
  await maySettle();
  await button('Miss').click();
  await kate.getByText('Rule of five. Four hits or more of five').waitFor();
  expect(await kate.getByRole('status').filter({ hasText: 'Miss. 4 of 5. Push.' }).count()).toBe(1);
  await maySettle();
  await kate.getByRole('button', { name: /^Next set/ }).evaluate((each: HTMLElement) => [each, each].map((next) => next.click()));
  await kate.getByText('Brock · set 2 · 35 m, Straight to the marker, one cue').waitFor();
  await maySettle();
});

it('changes the exercise within the session, and says what is missing', async () => {
  for (const part of ['1', '2', '3', '4', '5']) {
    await button('Miss').click();
    if (part !== '5') await untilCounted(`0 of ${part}: ${Array.from({ length: Number(part) }, () => 'miss').join(', ')}`);
  }
  await kate.getByText('Rule of five. Two hits of five or fewer').waitFor();
  await maySettle();
  await button('Change exercise').click();
  const exercise = kate.getByLabel('Exercise', { exact: true });
  await exercise.fill('  ');
  await button('Start set').click();
  await kate.getByText('Please enter an exercise').waitFor();
  await expectNoFaults(kate);
  await expectEnhancedContrast();
  await exercise.fill('Recall');
  await button('Longer').click();
  await button('Start set').click();
  await kate.getByText('Brock · set 1 · 5 m', { exact: true }).waitFor();
  await button('Finish').click();
  await expect.poll(() => kate.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Send-away', 'Send-away', 'Recall']);
});

it('sends all of it once there is signal', async () => {
  await phone.setOffline(false);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
  const { call } = await signInByCalls(server, KATE);
  const sets = await call<{ distanceM: number; reps: string[]; struck: string[] }[]>('GET', '/api/sets');
  expect(sets.map(({ distanceM, reps, struck }) => [distanceM, reps.length - struck.length])).toEqual([
    [30, 2],
    [30, 5],
    [35, 5],
    [5, 0],
  ]);
});
