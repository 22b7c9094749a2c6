import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomePartners, breakStore, call as callAs } from './harness/as-person.ts';
import { type Device, PHONE } from './harness/browser.ts';
import { type DeskAndField, startDeskAndField } from './harness/desk-and-field.ts';
import { seenLabels, watchLabels } from './harness/button-labels.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import type { Server } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const HELEN = 'helen@example.org';

let world: DeskAndField;
let server: Server;
let phone: Device;
let desktop: Device;
/** Kate, at the field. */
let kate: Page;
/** Helen, at her desk. */
let helen: Page;

beforeAll(async () => {
  world = await startDeskAndField({ env: { ADMIN_EMAILS: [KATE, HELEN].join(',') } });
  ({ server, desktop, phone } = world);
  [kate, helen] = [phone.page(), desktop.page()];
  await signIn(kate, server, KATE);
  await signIn(helen, server, HELEN);
  await call(helen, 'PATCH', '/api/users/profile', { firstName: 'Helen', lastName: 'Marsh' });
  await becomePartners(kate, helen);
});

afterAll(() => world.stop());

interface CueOnServer {
  id: string;
  name: string;
  sport: string;
  difficulty: string;
  description: string;
  steps: string[];
  visibility: string;
  importedFromId: string | null;
}

/** Calls the API as the person signed in on the page. @returns the answer's body */
const call = async <Answer = unknown>(page: Page, method: string, path: string, payload?: object): Promise<Answer> =>
  (await callAs<Answer>(page, method, path, payload)).answer;
const cuesOf = (page: Page) => call<CueOnServer[]>(page, 'GET', '/api/cues');
const programsOf = (page: Page) =>
  call<{ name: string; goal: string | null; dogId: string | null; cues: { cueId: string }[] }[]>(page, 'GET', '/api/programs');

const card = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const toast = (page: Page) => page.locator('.toast');
const gone = (place: Locator) => place.waitFor({ state: 'detached' });
const allSynced = (page: Page) => page.getByText('All synced').first().waitFor();
/** Expects these rows on the server once everything has synced. Polls first: 'All synced' may still be stale. */
async function expectOnServer(page: Page, rows: (page: Page) => Promise<object[]>, expected: object[]): Promise<void> {
  await expect.poll(() => rows(page)).toMatchObject(expected);
  await allSynced(page);
  expect(await rows(page)).toMatchObject(expected);
}
const namesOf = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();
const chips = (page: Page) => page.getByRole('list', { name: 'Order of the cues' });
const chipsOf = (page: Page) =>
  chips(page)
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')?.replace('Remove ', '')));

describe('writing cues', () => {
  const create = () => dialog(helen, 'Create Cue');

  it('shows the loading, failed and empty states of the community', async () => {
    let fail = () => {};
    const asked = new Promise<void>((resolve) => (fail = resolve));
    await helen.route('**/api/cues/*', async (route) => {
      await asked;
      await route.abort();
    });
    await helen.goto(`${server.url}/cues`);
    await helen.getByText('Loading cues...').waitFor();
    fail();
    await helen.getByRole('heading', { name: 'Not loaded on this device yet' }).waitFor();
    await helen.unroute('**/api/cues/*');
    await helen.getByRole('button', { name: 'Refresh' }).click();
    await helen.getByRole('heading', { name: 'No shared cues yet' }).waitFor();
    expect(await helen.getByRole('tab', { name: 'Community' }).getAttribute('aria-selected')).toBe('true');
  });

  it('starts with "No custom cues yet", with the tab in the URL', async () => {
    await helen.getByRole('tab', { name: 'My Cues' }).click();
    expect(new URL(helen.url()).search).toBe('?tab=mine');
    await helen.getByRole('heading', { name: 'No custom cues yet' }).waitFor();
    await expectNoFaults(helen);
    await helen.locator('section', { hasText: 'No custom cues yet' }).getByRole('button', { name: 'Create Cue' }).click();
    await create().waitFor();
    expect(new URL(helen.url()).search).toBe('?tab=mine&dialog=create-cue');
  });

  it('begins with defaults, shows a missing name at the field and in a toast, and keeps what was typed', async () => {
    expect(await create().getByLabel('Sport').inputValue()).toBe('Obedience');
    expect(await create().getByLabel('Difficulty').inputValue()).toBe('beginner');
    expect(await create().getByLabel('Visibility').inputValue()).toBe('private');
    expect(await create().getByLabel('Sport').locator('option').allTextContents()).toHaveLength(19);
    await create().getByLabel('Description (optional)').fill('Send-away to a box, straight, until told to drop.');
    await create().getByRole('button', { name: 'Create Cue' }).click();
    await toast(helen).getByText('Please enter a cue name').waitFor();
    expect(await toast(helen).getAttribute('data-tone')).toBe('destructive');
    await expect.poll(() => toast(helen).getByText('Error', { exact: true }).count()).toBe(1);
    const name = create().getByLabel('Cue Name');
    // The form shows the error after the toast.
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(await helen.locator(`#${await name.getAttribute('aria-describedby')}`).textContent()).toBe('Please enter a cue name');
    await expectNoFaults(helen);
    expect(await create().getByLabel('Description (optional)').inputValue()).toContain('Send-away to a box');
  });

  it('reports when this device cannot store the cue, and keeps the dialog open', async () => {
    await create().getByLabel('Cue Name').fill('Away');
    const mend = await breakStore(helen);
    await create().getByRole('button', { name: 'Create Cue' }).click();
    await toast(helen).getByText('Failed to create cue').waitFor();
    await mend();
    expect(await create().getByLabel('Cue Name').inputValue()).toBe('Away');
  });

  it('creates one cue on a double tap, with one step per line, and shows three steps on its card', async () => {
    await helen.keyboard.press('Escape');
    await gone(create());
    // Community does not list private cues: creating one there leads to My Cues, even after a reload.
    await helen.getByRole('tab', { name: 'Community' }).click();
    await helen.getByRole('button', { name: 'Create Cue' }).first().click();
    await create().getByText('Draft saved').waitFor();
    await helen.reload();
    await create().getByText('Draft saved').waitFor();
    await create().getByLabel('Difficulty').selectOption({ label: 'Advanced' });
    await create().getByLabel('Visibility').selectOption({ label: 'Public' });
    await create()
      .getByLabel('Training Steps (optional)')
      .fill('  Target mat at 5 m, food on it\n\nFade the food, keep the mat\n10, 15, 20 m  \nNo mat\nProof with wind\n');
    await watchLabels(helen);
    await create().getByRole('button', { name: 'Create Cue' }).dblclick();
    await gone(create());
    expect(await seenLabels(helen)).toContain('Creating...');
    await expect.poll(() => new URL(helen.url()).search).toBe('?tab=mine');
    const away = card(helen, 'Away');
    await away.getByText('+ 2 more steps').waitFor();
    for (const text of [
      'Advanced',
      'Obedience',
      'Public',
      'by you',
      'Fade the food, keep the mat',
      'Send-away to a box, straight, until told to drop.',
    ]) {
      await away.getByText(text, { exact: true }).waitFor();
    }
    await expect.poll(() => away.getByText('No mat').count()).toBe(0);
    await expectOnServer(helen, cuesOf, [
      {
        name: 'Away',
        sport: 'Obedience',
        difficulty: 'advanced',
        visibility: 'public',
        steps: ['Target mat at 5 m, food on it', 'Fade the food, keep the mat', '10, 15, 20 m', 'No mat', 'Proof with wind'],
      },
    ]);
  });

  it('saves an edit, and reports when this device cannot store it', async () => {
    await card(helen, 'Away').getByRole('button', { name: 'Edit Away' }).click();
    const edit = dialog(helen, 'Edit Cue');
    expect(await edit.getByLabel('Training Steps').inputValue()).toContain('No mat\nProof with wind');
    await edit.getByLabel('Sport').selectOption('IGP/Schutzhund');
    await expectNoFaults(helen);
    const mend = await breakStore(helen);
    await edit.getByRole('button', { name: 'Update' }).click();
    await toast(helen).getByText('Failed to update cue').waitFor();
    await mend();
    await watchLabels(helen);
    await edit.getByRole('button', { name: 'Update' }).click();
    await gone(edit);
    expect(await seenLabels(helen)).toContain('Updating...');
    await card(helen, 'Away').getByText('IGP/Schutzhund').waitFor();
  });

  it('deletes a cue at once, and Undo restores it', async () => {
    await card(helen, 'Away').getByRole('button', { name: 'Edit Away' }).click();
    await dialog(helen, 'Edit Cue').getByRole('button', { name: 'Delete' }).click();
    await helen.getByRole('heading', { name: 'No custom cues yet' }).waitFor();
    await toast(helen).getByText('Away deleted').waitFor();
    await toast(helen).getByRole('button', { name: 'Undo' }).click();
    await card(helen, 'Away').waitFor();
    await expectOnServer(helen, cuesOf, [{ name: 'Away' }]);
  });
});

describe('the community’s cues', () => {
  beforeAll(async () => {
    const cues = [
      {
        name: 'Such',
        sport: 'IGP/Schutzhund',
        difficulty: 'intermediate',
        visibility: 'public',
        description: 'Start the TRACK with a deep nose.',
      },
      {
        name: 'Find it',
        sport: 'Scent Work',
        visibility: 'public',
        description: 'Search on leave.',
        steps: ['Three boxes', 'Reward at source', 'Six boxes'],
      },
      { name: 'Fuss', visibility: 'friends', description: 'Heel position.' },
      { name: 'Hold', visibility: 'private' },
    ];
    for (const cue of cues) await call(helen, 'POST', '/api/cues', cue);
    await kate.goto(`${server.url}/cues`);
  });

  it('list public cues and those of partners, with their creator, and no private ones', async () => {
    await card(kate, 'Away').getByText('by Helen Marsh').waitFor();
    await expect.poll(() => namesOf(kate)).toEqual(['Fuss', 'Find it', 'Such', 'Away']);
    await card(kate, 'Fuss').getByText('Friends').waitFor();
    expect(
      await card(kate, 'Find it')
        .getByText(/more steps/)
        .count(),
    ).toBe(0);
    await expectNoFaults(kate);
  });

  it('are filtered by text in name or description, sport and difficulty, kept in the URL', async () => {
    await kate.getByLabel('Search cues').fill('track');
    await expect.poll(() => namesOf(kate)).toEqual(['Such']);
    await kate.waitForURL(/q=track/);
    await kate.reload();
    await card(kate, 'Such').waitFor();
    expect(await kate.getByLabel('Search cues').inputValue()).toBe('track');
    await kate.getByLabel('Search cues').fill('');
    await kate.getByLabel('Sport').selectOption('IGP/Schutzhund');
    await expect.poll(() => namesOf(kate)).toEqual(['Such', 'Away']);
    await kate.getByLabel('Difficulty').selectOption({ label: 'Beginner' });
    await kate.getByRole('heading', { name: 'No cues found' }).waitFor();
    await kate.getByRole('status').getByText('0 cues found').waitFor({ state: 'attached' });
    await kate.getByRole('button', { name: 'Show all cues' }).click();
    await expect.poll(() => namesOf(kate)).toHaveLength(4);
    expect(await kate.getByLabel('Difficulty').inputValue()).toBe('all');
  });

  it('are fetched again by Refresh, but not by leaving and coming back', async () => {
    const asked: string[] = [];
    kate.on('request', (request) => void (request.url().includes('/api/cues/') && asked.push(new URL(request.url()).pathname)));
    await kate.getByRole('link', { name: 'Programs' }).click();
    await kate.getByRole('heading', { name: 'No training programs yet' }).waitFor();
    await kate.getByRole('link', { name: 'Cues' }).click();
    await card(kate, 'Away').waitFor();
    expect(asked).toEqual([]);
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => asked.toSorted()).toEqual(['/api/cues/partners', '/api/cues/public']);
  });

  it('are imported as one private copy, which shows its source', async () => {
    await card(kate, 'Away').getByRole('button', { name: 'Import Away' }).dblclick();
    await card(kate, 'Away').getByText('Imported', { exact: true }).waitFor();
    await expect.poll(() => card(kate, 'Away').getByRole('button', { name: 'Import Away' }).count()).toBe(0);
    const inMyCues = card(kate, 'Away').getByRole('link', { name: 'In My Cues' });
    // The second tap of a double tap may land on the link that took the button's place.
    await inMyCues.hover();
    await kate.mouse.down({ clickCount: 2 });
    await kate.mouse.up({ clickCount: 2 });
    await inMyCues.click();
    const copy = card(kate, 'Away');
    for (const text of ['Imported', 'Private', 'from Helen Marsh', 'IGP/Schutzhund', '+ 2 more steps']) {
      await copy.getByText(text, { exact: true }).waitFor();
    }
    await expectOnServer(kate, cuesOf, [{ name: 'Away', visibility: 'private' }]);
    await expectNoFaults(kate);
  });

  it('report when the server refuses the import, or this device cannot store it', async () => {
    await kate.getByRole('tab', { name: 'Community' }).click();
    const such = (await cuesOf(helen)).find(({ name }) => name === 'Such');
    await call(helen, 'PATCH', `/api/cues/${such?.id}`, { visibility: 'private' });
    const mend = await breakStore(kate);
    await card(kate, 'Such').getByRole('button', { name: 'Import Such' }).click();
    await toast(kate).getByText('Failed to import cue').waitFor();
    await mend();
    await toast(kate).getByRole('button', { name: 'Close message' }).click();
    await gone(toast(kate));
    await card(kate, 'Such').getByRole('button', { name: 'Import Such' }).click();
    await toast(kate).getByText('Failed to import cue').waitFor();
    await kate.getByRole('tab', { name: 'My Cues' }).click();
    await card(kate, 'Such')
      .getByText(/Couldn't/)
      .waitFor();
    await kate.goto(`${server.url}/cues?tab=mine&dialog=sync`);
    await kate.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await dialog(kate, 'Discard this?').getByRole('button', { name: 'Discard' }).click();
    await kate.getByText('Everything here is also on the server.').waitFor();
    await kate.keyboard.press('Escape');
    await gone(card(kate, 'Such'));
    expect(await cuesOf(kate)).toMatchObject([{ name: 'Away' }]);
  });
});

describe('cues offline', () => {
  it('are all available, and the community shows its last list with its age', async () => {
    await kate.goto(`${server.url}/cues`);
    await card(kate, 'Find it').waitFor();
    await readyForOffline(kate);
    await server.connection.cut();
    await phone.setOffline(true);
    await kate.reload();
    await card(kate, 'Find it').waitFor();
    await kate.getByText(/^Offline. Last updated \d/).waitFor();
    await expectNoFaults(kate);
  });

  it('are imported, created and edited, and show that they are only on this device', async () => {
    await card(kate, 'Find it').getByRole('button', { name: 'Import Find it' }).click();
    await card(kate, 'Find it').getByText('Imported', { exact: true }).waitFor();
    const inMyCues = card(kate, 'Find it').getByRole('link', { name: 'In My Cues' });
    await expect.poll(() => inMyCues.evaluate((link) => link === document.activeElement)).toBe(true);
    await kate.getByRole('button', { name: 'Create Cue' }).click();
    const create = dialog(kate, 'Create Cue');
    await create.getByLabel('Cue Name').fill('Touch');
    await create.getByRole('button', { name: 'Create Cue' }).click();
    await gone(create);
    // Creating a cue in Community leads to My Cues, which lists the new one.
    await expect.poll(() => new URL(kate.url()).search).toBe('?tab=mine');
    await expect.poll(() => namesOf(kate)).toEqual(['Away', 'Find it', 'Touch']);
    await card(kate, 'Touch')
      .getByText(/Saved on this phone|Waiting for signal/)
      .waitFor();
    await card(kate, 'Touch').getByRole('button', { name: 'Edit Touch' }).click();
    await dialog(kate, 'Edit Cue').getByLabel('Training Steps').fill('Board on the ground\nRaise one end');
    await dialog(kate, 'Edit Cue').getByRole('button', { name: 'Update' }).click();
    await card(kate, 'Touch').getByText('Raise one end').waitFor();
    expect(await toast(kate).count()).toBe(0);
  });

  it('keep the draft when the dialog is closed, and delete it on Discard', async () => {
    await kate.getByRole('button', { name: 'Create Cue' }).click();
    const create = dialog(kate, 'Create Cue');
    await create.getByLabel('Cue Name').fill('Out');
    await kate.keyboard.press('Escape');
    await gone(create);
    await toast(kate).getByText('Draft saved').waitFor();
    await kate.goto(`${server.url}/cues?tab=mine&dialog=create-cue`);
    await expect.poll(() => create.getByLabel('Cue Name').inputValue()).toBe('Out');
    await create.getByText('Draft saved').waitFor();
    await create.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => create.getByLabel('Cue Name').inputValue()).toBe('');
    await kate.keyboard.press('Escape');
    await gone(create);
  });

  it('sync by themselves when the signal returns', async () => {
    await server.connection.mend();
    await phone.setOffline(false);
    await allSynced(kate);
    const cues = await cuesOf(kate);
    expect(cues.map(({ name }) => name).toSorted()).toEqual(['Away', 'Find it', 'Touch']);
    expect(cues.find(({ name }) => name === 'Touch')?.steps).toEqual(['Board on the ground', 'Raise one end']);
  });
});

describe('programs', () => {
  const create = () => dialog(kate, 'Create Program');
  const edit = () => dialog(kate, 'Edit Training Program');

  it('start with "No training programs yet"', async () => {
    await call(kate, 'POST', '/api/dogs', { name: 'Fen', breed: 'Border Collie', birthdate: '2021-04-02', titles: [], image: null });
    await kate.goto(`${server.url}/programs`);
    await kate.getByRole('heading', { name: 'No training programs yet' }).waitFor();
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: 'Create Program' }).click();
    await create().waitFor();
    expect(new URL(kate.url()).search).toBe('?dialog=create-program');
  });

  it('show a missing name at the field and in a toast, and report when this device cannot store a program', async () => {
    await create().getByRole('button', { name: 'Create Program' }).click();
    await toast(kate).getByText('Please enter a program name').waitFor();
    const name = create().getByLabel('Program Name');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(await kate.locator(`#${await name.getAttribute('aria-describedby')}`).textContent()).toBe('Please enter a program name');
    await name.fill('Class C by spring');
    const mend = await breakStore(kate);
    await create().getByRole('button', { name: 'Create Program' }).click();
    await toast(kate).getByText('Failed to create program').waitFor();
    await mend();
    await toast(kate).getByRole('button', { name: 'Close message' }).click();
  });

  it('take cues from My Cues, in an order set by buttons, keyboard or dragging', async () => {
    await create().getByLabel('Select Dog (optional)').selectOption({ label: 'Fen' });
    await create().getByLabel('Goal (optional)').fill('Send-away straight at 30 m in wind.');
    for (const name of ['Away', 'Find it', 'Touch'])
      await create()
        .getByRole('checkbox', { name: new RegExp(`^${name}`) })
        .check();
    await create().getByText('3 of 3').waitFor();
    await expect.poll(() => chipsOf(kate)).toEqual(['Away', 'Find it', 'Touch']);

    const up = chips(kate).getByRole('button', { name: 'Move Touch up' });
    await up.focus();
    await kate.keyboard.press('Enter');
    await expect.poll(() => chipsOf(kate)).toEqual(['Away', 'Touch', 'Find it']);
    await kate.getByText('Touch: 2 of 3').waitFor();
    await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
    await kate.keyboard.press('Enter');
    await kate.keyboard.press('Enter');
    await expect.poll(() => chipsOf(kate)).toEqual(['Touch', 'Away', 'Find it']);

    await create().getByRole('button', { name: 'Remove Away' }).click();
    await expect.poll(() => create().getByRole('checkbox', { name: /^Away/ }).isChecked()).toBe(false);
    await create().getByRole('checkbox', { name: /^Away/ }).check();
    await expect.poll(() => chipsOf(kate)).toEqual(['Touch', 'Find it', 'Away']);

    await chips(kate).scrollIntoViewIfNeeded();
    const [from, to] = await Promise.all(
      ['Drag Away', 'Drag Touch'].map(async (title) => (await chips(kate).getByTitle(title).boundingBox()) ?? { x: 0, y: 0, height: 0 }),
    );
    await kate.mouse.move((from?.x ?? 0) + 16, (from?.y ?? 0) + 20);
    await kate.mouse.down();
    await kate.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 30, { steps: 5 });
    await kate.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 10, { steps: 3 });
    await kate.mouse.up();
    await expect.poll(() => chipsOf(kate)).toEqual(['Away', 'Touch', 'Find it']);

    // Holding the dragged cue at the edge scrolls a list that continues below, even in a low window.
    const scrolls = '.sheet-body';
    for (const size of [
      { width: 390, height: 520 },
      { width: 844, height: 390 },
    ]) {
      await resize(kate, size);
      const scroller = create().locator(scrolls);
      const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop);
      /** Brings the handle down to the edge. @returns how much of the list is hidden below */
      const hideRest = async () => {
        await chips(kate)
          .getByTitle('Drag Away')
          .evaluate((handle) => {
            handle.scrollIntoView({ block: 'end' });
            // Into the space that the sheet keeps free below a focused field.
            handle.closest('.sheet-body')?.scrollBy(0, -12);
          });
        return chips(kate).evaluate(
          (list, around) => list.getBoundingClientRect().bottom - (list.closest(around)?.getBoundingClientRect().bottom ?? 0),
          scrolls,
        );
      };
      // The two other chips of 48 px and their gaps are hidden, so the cue reaches the end by scrolling alone.
      await expect.poll(hideRest).toBeGreaterThanOrEqual(112);
      const hidden = await hideRest();
      const handle = (await chips(kate).getByTitle('Drag Away').boundingBox()) ?? { x: 0, y: 0 };
      const before = await scrolled();
      await kate.mouse.move(handle.x + 16, handle.y + 20);
      await kate.mouse.down();
      await kate.mouse.move(handle.x + 16, handle.y + 44, { steps: 3 });
      await expect.poll(async () => (await scrolled()) - before).toBeGreaterThanOrEqual(hidden);
      await kate.mouse.up();
      await expect.poll(async () => (await chipsOf(kate)).at(-1)).toBe('Away');
      await chips(kate).getByRole('button', { name: 'Move Away up' }).click();
      await chips(kate).getByRole('button', { name: 'Move Away up' }).click();
      await expect.poll(() => chipsOf(kate)).toEqual(['Away', 'Touch', 'Find it']);
    }
    await resize(kate, PHONE);
    await expectNoFaults(kate);
  });

  it('appear on a card with dog, goal, ordered cues and creation date, and sync completely', async () => {
    await watchLabels(kate);
    await create().getByRole('button', { name: 'Create Program' }).dblclick();
    await gone(create());
    expect(await seenLabels(kate)).toContain('Creating...');
    const program = card(kate, 'Class C by spring');
    await program.getByText('Fen').waitFor();
    await program.getByText('Send-away straight at 30 m in wind.').waitFor();
    await expect.poll(() => program.getByRole('listitem').allTextContents()).toEqual(['1Away', '2Touch', '3Find it']);
    await program.getByText(`Created ${new Date().toLocaleDateString('en-GB')}`).waitFor();
    const whole = { name: 'Class C by spring', goal: 'Send-away straight at 30 m in wind.', cues: [{}, {}, {}] };
    await expectOnServer(kate, programsOf, [whole]);
    const nameOf = new Map((await cuesOf(kate)).map(({ id, name }) => [id, name]));
    expect((await programsOf(kate))[0]?.cues.map(({ cueId }) => nameOf.get(cueId))).toEqual(['Away', 'Touch', 'Find it']);
    await expectNoFaults(kate);
  });

  it('are edited offline, including dog and order, and sync later', async () => {
    await server.connection.cut();
    await phone.setOffline(true);
    await card(kate, 'Class C by spring').getByRole('button', { name: 'Edit Class C by spring' }).click();
    // The cues appear after the dialog.
    await expect.poll(() => chipsOf(kate)).toEqual(['Away', 'Touch', 'Find it']);
    await edit().getByLabel('Program Name').fill('Class C');
    await edit().getByLabel('Select Dog').selectOption({ label: 'No dog' });
    await edit().getByRole('button', { name: 'Move Away down' }).click();
    await edit().getByRole('button', { name: 'Remove Find it' }).click();
    await expectNoFaults(kate);
    const mend = await breakStore(kate);
    await edit().getByRole('button', { name: 'Update' }).click();
    await toast(kate).getByText('Failed to update program').waitFor();
    await mend();
    await watchLabels(kate);
    await edit().getByRole('button', { name: 'Update' }).click();
    await gone(edit());
    expect(await seenLabels(kate)).toContain('Updating...');
    const program = card(kate, 'Class C');
    await expect.poll(() => program.getByRole('listitem').allTextContents()).toEqual(['1Touch', '2Away']);
    await program.getByText(/Saved on this phone|Waiting for signal/).waitFor();
    await server.connection.mend();
    await phone.setOffline(false);
    await expectOnServer(kate, programsOf, [{ name: 'Class C', dogId: null, cues: [{}, {}] }]);
  });

  it('are deleted at once, and Undo restores them', async () => {
    await card(kate, 'Class C').getByRole('button', { name: 'Edit Class C' }).click();
    await edit().getByRole('button', { name: 'Delete' }).click();
    await kate.getByRole('heading', { name: 'No training programs yet' }).waitFor();
    await toast(kate).getByRole('button', { name: 'Undo' }).click();
    await card(kate, 'Class C').waitFor();
    await expectOnServer(kate, programsOf, [{ name: 'Class C', cues: [{}, {}] }]);
  });
});
