import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../api/testing/sample-media.ts';
import { breakStore, watchWords } from './harness/as-person.ts';
import { atRest } from './harness/at-rest.ts';
import { seenLabels, watchLabels } from './harness/button-labels.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { actOn, addDog, addSession, card, dogTile } from './harness/log.ts';
import { expectNoFaultsHere } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal, watchTotal } from './harness/sync-total.ts';
import { syncTray } from './harness/sync-tray.ts';
import { touchscreen } from './harness/touchscreen.ts';

let server: Server;
let device: Device;
let page: Page;

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice()]);
  page = device.page();
  await signIn(page, server, 'kate@example.org');
});

afterAll(async () => {
  await device.discard();
  await server.stop();
});

const addDialog = () => page.getByRole('dialog', { name: 'Add Training Log' });
const editDialog = () => page.getByRole('dialog', { name: 'Edit Training Log' });
const openAdd = async () => {
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Log a session' }).first().click();
  await addDialog().waitFor();
};
const gone = (place: Locator) => place.waitFor({ state: 'detached' });
const toast = () => page.locator('.toast');
interface LogOnServer {
  title: string;
  description: string;
  dogName: string | null;
  videoUrl: string | null;
  mediaType: string | null;
  shared: boolean;
  deletedAt: string | null;
}
const logsOnServer = (): Promise<LogOnServer[]> => page.evaluate(async () => (await fetch('/api/videos')).json());

describe('an empty log', () => {
  it('shows an empty state, a different one on the partners tab, and keeps the tab in the URL', async () => {
    await page.getByRole('heading', { name: 'No training sessions yet' }).waitFor();
    await expectNoFaultsHere(page);
    await page.getByRole('tab', { name: "Partners' Sessions" }).click();
    await page.getByRole('heading', { name: 'No partner sessions yet' }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('partners');
    await page.reload();
    await page.getByRole('heading', { name: 'No partner sessions yet' }).waitFor();
    await page.getByRole('tab', { name: 'My Sessions' }).click();
    await page.getByRole('heading', { name: 'No training sessions yet' }).waitFor();
  });
});

describe('logging a session', () => {
  it('needs a title: shows the error in a toast and at the field, and keeps what was typed', async () => {
    await openAdd();
    await addDialog().getByLabel('Notes (optional)').fill('30 m, 4/5 straight.');
    await addDialog().getByRole('button', { name: 'Save' }).click();
    // Hovering keeps the toast open while the test checks the page.
    await toast().hover();
    await toast().getByText('Please enter a title for your training log').waitFor();
    await expect.poll(() => toast().getByText('Error', { exact: true }).count()).toBe(1);
    expect(await toast().getAttribute('data-tone')).toBe('destructive');
    const title = addDialog().getByLabel('Title');
    // The form shows the error after the toast.
    await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(`#${await title.getAttribute('aria-describedby')}`).textContent()).toBe(
      'Please enter a title for your training log',
    );
    expect(await addDialog().getByLabel('Notes').inputValue()).toBe('30 m, 4/5 straight.');
    await expectNoFaultsHere(page);
    // The toast is readable and tappable although a modal dialog is open.
    await toast().getByRole('button', { name: 'Close message' }).click();
    await gone(toast());
  });

  it('dismisses the toast as soon as the title is filled in', async () => {
    await addDialog().getByRole('button', { name: 'Save' }).click();
    await toast().getByText('Please enter a title for your training log').waitFor();
    await addDialog().getByLabel('Title').fill('Send-away');
    // Two seconds are well below the toast's own timeout.
    await toast().waitFor({ state: 'detached', timeout: 2_000 });
    await expect.poll(() => addDialog().getByText('Please enter a title for your training log').count()).toBe(0);
  });

  it('refuses a file of the wrong type in the dialog at once, and keeps the text', async () => {
    await addDialog()
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await addDialog()
      .getByRole('alert')
      .getByText(/Only a video or a picture/)
      .waitFor();
    expect(await addDialog().getByLabel('Title').inputValue()).toBe('Send-away');
    expect(await addDialog().getByLabel('Notes').inputValue()).toBe('30 m, 4/5 straight.');
  });

  it('refuses a document with a video’s name, and keeps the file picked before', async () => {
    const input = addDialog().locator('input[type=file]').first();
    const document = { name: 'plan.mp4', mimeType: 'video/mp4', buffer: Buffer.from('%PDF-1.7 a plan') };
    await input.setInputFiles(document);
    await addDialog().getByRole('alert').getByText('Only a video or a picture can be added. This file is neither.').waitFor();
    await expect.poll(() => addDialog().getByText('plan.mp4').count()).toBe(0);
    await input.setInputFiles({ name: 'heel.png', mimeType: 'image/png', buffer: png(40, 30) });
    await addDialog().getByText('heel.png').waitFor();
    await expect.poll(() => addDialog().getByRole('alert').count()).toBe(0);
    await addDialog()
      .getByRole('group', { name: 'Media (optional)' })
      .evaluate((field, words) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([words], 'plan.mp4', { type: 'video/mp4' }));
        field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }));
      }, '%PDF-1.7 a plan');
    await addDialog().getByRole('alert').getByText('Only a video or a picture can be added. This file is neither.').waitFor();
    await expect.poll(() => addDialog().getByText('heel.png').count()).toBe(1);
    await addDialog().getByRole('button', { name: 'Remove heel.png' }).click();
    await gone(addDialog().getByText('heel.png'));
  });

  it('keeps the draft when the dialog is closed and the page reloaded, offers it again, and deletes it on Discard', async () => {
    await page.keyboard.press('Escape');
    await gone(addDialog());
    const { bottom } = await toast()
      .filter({ hasText: 'Draft saved' })
      .evaluate((shown) => shown.getBoundingClientRect());
    // The toast must not cover the add button: a tap there must not hit Discard.
    const add = await page
      .getByRole('button', { name: 'Log a session' })
      .first()
      .evaluate((button) => button.getBoundingClientRect());
    expect(bottom).toBeLessThan(add.top);
    await openAdd();
    await addDialog().getByText('Draft saved').waitFor();
    expect(await addDialog().getByLabel('Title').inputValue()).toBe('Send-away');
    expect(await addDialog().getByLabel('Notes').inputValue()).toBe('30 m, 4/5 straight.');
    // The draft also keeps text typed right before a reload, and stays when Back closes the dialog.
    await addDialog().getByLabel('Notes').fill('30 m, 5/5 straight.');
    await page.reload();
    await addDialog().getByText('Draft saved').waitFor();
    expect(await addDialog().getByLabel('Notes').inputValue()).toBe('30 m, 5/5 straight.');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('last-words')))).toEqual([]);
    await page.goBack();
    await toast().getByText('Draft saved').waitFor();
    await openAdd();
    await addDialog().getByText('Draft saved').waitFor();
    expect(await addDialog().getByLabel('Notes').inputValue()).toBe('30 m, 5/5 straight.');
    await addDialog().getByRole('button', { name: 'Discard' }).click();
    await gone(addDialog().getByText('Draft saved'));
    await expect.poll(() => addDialog().getByLabel('Title').inputValue()).toBe('');
    await page.goBack();
    await gone(addDialog());
    await openAdd();
    expect(await addDialog().getByLabel('Title').inputValue()).toBe('');
  });

  it('reports when this device cannot store a file or session, and keeps what was typed', async () => {
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Object.assign(window, { mendWorkers: () => Object.assign(Worker.prototype, { postMessage }) });
      Worker.prototype.postMessage = () => {
        throw new DOMException('The file went away', 'DataCloneError');
      };
    });
    await addDialog()
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'heel.png', mimeType: 'image/png', buffer: png(40, 30) });
    await addDialog().getByRole('alert').getByText('Media upload failed. Please try again.').waitFor();
    await page.evaluate(() => (Reflect.get(window, 'mendWorkers') as () => void)());
    await addDialog().getByLabel('Title').fill('Tapped twice');
    const mend = await breakStore(page);
    await addDialog().getByRole('button', { name: 'Save' }).click();
    await toast().getByText('Failed to save training log').waitFor();
    expect(await toast().getAttribute('data-tone')).toBe('destructive');
    await mend();
    expect(await addDialog().getByLabel('Title').inputValue()).toBe('Tapped twice');
  });

  it('creates one session on repeated taps of Save', async () => {
    await watchLabels(page);
    await addDialog()
      .getByRole('button', { name: 'Save' })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await gone(addDialog());
    expect(await seenLabels(page)).toContain('Saving...');
    await card(page, 'Tapped twice').waitFor();
    // After a save, Forward must not reopen the dialog.
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.goForward();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await expect.poll(() => card(page, 'Tapped twice').count()).toBe(1);
    await expect.poll(async () => (await logsOnServer()).map(({ title }) => title)).toEqual(['Tapped twice']);
  });

  it('shows the session while Save is held down, removes it if the finger slides off, and saves once on release', async () => {
    await openAdd();
    await addDialog().getByLabel('Title').fill('Under the thumb');
    // The sheet slides in.
    await atRest(page);
    const { x, y, width, height } = (await addDialog().getByRole('button', { name: 'Save' }).boundingBox())!;
    const [onSave, beside] = [
      { x: x + width / 2, y: y + height / 2 },
      { x: x + width / 2, y: y - 200 },
    ];
    const touch = await touchscreen(page);
    // A plain locator: behind the modal, the entry has no accessible role.
    const drawn = page.locator('article', { hasText: 'Under the thumb' });
    await touch('touchStart', onSave);
    await drawn.waitFor();
    await touch('touchMove', beside);
    await touch('touchEnd');
    await gone(drawn);
    expect(await addDialog().getByLabel('Title').inputValue()).toBe('Under the thumb');

    // A touch that the browser turned into a scroll does not save either, even if it ends on the button.
    const inSight = await addDialog()
      .getByRole('button', { name: 'Save' })
      .evaluate(async (button, { x: clientX, y: clientY }) => {
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true, pointerType: 'touch' }));
        button.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
        const changedTouches = [new Touch({ identifier: 0, target: button, clientX, clientY })];
        button.dispatchEvent(new TouchEvent('touchend', { bubbles: true, cancelable: true, changedTouches }));
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        return button.checkVisibility({ opacityProperty: true });
      }, onSave);
    expect(inSight).toBe(true);

    await touch('touchStart', onSave);
    await drawn.waitFor();
    // Tap twice without a pause, or the second tap would count as a separate one.
    await Promise.all([touch('touchEnd'), touch('touchStart', onSave), touch('touchEnd')]);
    // The dialog hides at once, and is removed when the session is written.
    await gone(page.locator('dialog'));
    // The second tap counts for the dialog, not for the page behind it.
    await expect.poll(() => page.url()).toBe(`${server.url}/`);
    await expect.poll(async () => (await logsOnServer()).filter(({ title }) => title === 'Under the thumb')).toHaveLength(1);
    await expect.poll(() => card(page, 'Under the thumb').count()).toBe(1);
  });

  it('saves the session and leaves no draft when Back follows Save at once', async () => {
    await openAdd();
    await addDialog().getByLabel('Title').fill('Left at once');
    const said = await watchWords(page);
    await addDialog()
      .getByRole('button', { name: 'Save' })
      .evaluate((button: HTMLElement) => {
        button.click();
        history.back();
      });
    await gone(page.locator('dialog'));
    await card(page, 'Left at once').waitFor();
    await expect.poll(async () => (await logsOnServer()).map(({ title }) => title)).toContain('Left at once');
    expect(await said('Draft saved')).toBe(false);
  });

  it('shows the session in the log, marked as saving, while the device still writes it', async () => {
    await openAdd();
    await addDialog().getByLabel('Title').fill('Still being written');
    await page.evaluate(async () => {
      const { name } = (await indexedDB.databases()).find((database) => /^longline-[0-9a-f-]{36}$/.test(database.name ?? '')) ?? {};
      const opening = indexedDB.open(name ?? '');
      const db = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
      const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox');
      let held = true;
      const hold = () => {
        if (held) outbox.count().onsuccess = hold;
        else db.close();
      };
      outbox.count().onsuccess = hold;
      Object.assign(window, { letWrite: () => (held = false) });
    });
    const total = await watchTotal(page);
    await addDialog().getByRole('button', { name: 'Save' }).click();
    await card(page, 'Still being written').getByText('Saving on this').waitFor();
    await gone(addDialog());
    // A dialog opened meanwhile appears empty once the write has ended.
    await page.getByRole('button', { name: 'Log a session' }).first().click();
    await page.evaluate(() => (Reflect.get(window, 'letWrite') as () => void)());
    await addDialog().waitFor();
    expect(await addDialog().getByLabel('Title').inputValue()).toBe('');
    await page.goBack();
    await gone(addDialog());
    await gone(card(page, 'Still being written').getByText('Saving on this'));
    await expect.poll(() => card(page, 'Still being written').count()).toBe(1);
    await expect.poll(async () => (await logsOnServer()).map(({ title }) => title)).toContain('Still being written');
    // From the tap until the server has the session, the header never showed 'All synced'.
    await expect.poll(async () => (await total()).at(-1)).toBe('All synced');
    const said = await total();
    expect(said[0]).toMatch(/^Saving on this phone/);
    expect(said.filter((words) => words === 'All synced')).toHaveLength(1);
  });

  it('leads to an install offer, which moves nothing under a thumb and stays away once dismissed', async () => {
    const offer = page.getByRole('region', { name: 'Install Longline' });
    const letInstall = () => page.evaluate(() => void dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
    const behindDialog = async () => {
      await page.getByRole('button', { name: 'Log a session' }).first().click();
      await addDialog().waitFor();
      await page.goBack();
      await gone(addDialog());
    };
    const top = async () => (await card(page, 'Still being written').boundingBox())?.y;
    // Block the browser's own prompt event, which comes at an unpredictable time.
    await page.addInitScript(() => addEventListener('beforeinstallprompt', (event) => event.isTrusted && event.stopImmediatePropagation()));
    await page.reload();
    await card(page, 'Still being written').waitFor();
    const before = await top();
    await letInstall();
    expect(await top()).toBe(before);
    await behindDialog();
    await offer.getByText('Open it from its own icon, with or without signal.').waitFor();
    await offer.getByRole('button', { name: 'Install' }).waitFor();
    await expectNoFaultsHere(page);
    await offer.getByRole('button', { name: 'Not now' }).click();
    await gone(offer);
    await page.reload();
    await card(page, 'Still being written').waitFor();
    await letInstall();
    await behindDialog();
    await expect.poll(() => offer.count()).toBe(0);
  });

  it('reopens the dialog right after a close, and repeated closing goes back no further than the log', async () => {
    const place = () => page.evaluate(() => location.pathname + location.search);
    await page.goto(`${server.url}/my-dogs`);
    await page.getByRole('link', { name: 'Training Log' }).click();
    await page.getByRole('button', { name: 'Log a session' }).first().click();
    await addDialog().waitFor();
    await page.evaluate(() => {
      const open = document.querySelector<HTMLElement>('dialog[open]');
      open?.setAttribute('data-first', '');
      open?.querySelector<HTMLElement>('[aria-label=Close]')?.click();
      document.querySelector<HTMLElement>('[aria-label="Log a session"]')?.click();
    });
    await page.locator('dialog[open]:not([data-first])').waitFor();
    await addDialog().getByRole('button', { name: 'Close' }).click();
    await gone(addDialog());
    expect(await place()).toBe('/');

    await actOn(page, 'Tapped twice', 'Share Tapped twice');
    const share = page.getByRole('dialog', { name: 'Share Training Session' });
    await share.getByRole('button', { name: 'Close' }).evaluate((close: HTMLElement) => {
      close.click();
      close.click();
    });
    await gone(share);
    await page.goForward();
    await share.waitFor();
    await page.goBack();
    await gone(share);
    expect(await place()).toBe('/');
  });

  it('saves by keyboard alone, in a dialog opened by a link', async () => {
    await page.goto(`${server.url}/?dialog=add-session`);
    await addDialog().getByLabel('Title').focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await gone(addDialog());
    await card(page, 'By keyboard').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.has('dialog')).toBe(false);
  });
});

describe('a session in the log', () => {
  it('shows dog and owner, and keeps its dog when edited', async () => {
    await addDog(page, server.url, { name: 'Fen', breed: 'Border Collie', birthdate: '2021-04-02' });
    await addSession(page, server.url, { title: 'Blind search', dog: 'Fen', notes: '8 hides, 7 found.' });
    const session = card(page, 'Blind search');
    await session.getByText('Fen').waitFor();
    await session.getByText('You', { exact: true }).waitFor();
    await actOn(page, 'Blind search', 'Edit Blind search');
    // The dogs load after the first render.
    await expect.poll(() => dogTile(editDialog(), 'Fen').isChecked()).toBe(true);
    await expectNoFaultsHere(page);
    await editDialog().getByLabel('Notes').fill('8 hides, 8 found.');
    const mend = await breakStore(page);
    await editDialog().getByRole('button', { name: 'Update' }).click();
    await toast().getByText('Failed to update training log').waitFor();
    await mend();
    await watchLabels(page);
    await editDialog().getByRole('button', { name: 'Update' }).click();
    await gone(editDialog());
    expect(await seenLabels(page)).toContain('Updating...');
    await session.getByText('8 hides, 8 found.').waitFor();
    await expect
      .poll(logsOnServer)
      .toContainEqual(expect.objectContaining({ title: 'Blind search', description: '8 hides, 8 found.', dogName: 'Fen' }));
  });

  it('can get a file in its dialog, then another one, then none again', async () => {
    const media = () => editDialog().getByRole('group', { name: 'Media' });
    const openEdit = () => actOn(page, 'Blind search', 'Edit Blind search');
    const still = (name: string, width: number) => ({ name, mimeType: 'image/png', buffer: png(width, 30) });
    const mediaOnServer = async () => {
      const log = (await logsOnServer()).find(({ title }) => title === 'Blind search');
      return log && [log.videoUrl, log.mediaType];
    };
    await openEdit();
    await media().locator('input[type=file]').first().setInputFiles(still('hide.png', 40));
    await media().getByText('hide.png').waitFor();
    await page.keyboard.press('Escape');
    await toast().getByText('Draft saved').waitFor();
    await openEdit();
    await media().getByText('hide.png').waitFor();
    await editDialog().getByRole('button', { name: 'Update' }).click();
    await gone(editDialog());
    await card(page, 'Blind search').getByRole('link', { name: 'Open picture: Blind search' }).waitFor();
    await expect.poll(mediaOnServer).toEqual([expect.stringMatching(/^\/objects\//), expect.stringMatching(/^image\//)]);
    const first = await mediaOnServer();

    await openEdit();
    await media().getByText('hide.png').waitFor();
    await expectNoFaultsHere(page);
    await media().locator('input[type=file]').first().setInputFiles(still('found.png', 60));
    await media().getByText('found.png').waitFor();
    await editDialog().getByRole('button', { name: 'Update' }).click();
    await gone(editDialog());
    await expect.poll(async () => (await mediaOnServer())?.[0]).not.toBe(first?.[0]);

    await openEdit();
    await media().getByRole('button', { name: 'Remove', exact: true }).click();
    await media().getByRole('button', { name: 'Choose a file' }).waitFor();
    await editDialog().getByRole('button', { name: 'Update' }).click();
    await gone(editDialog());
    await expect.poll(mediaOnServer).toEqual([null, null]);
    await gone(card(page, 'Blind search').getByRole('link', { name: /picture|video/ }));
  });

  it('can be found by text and by dog, with the filter in the URL', async () => {
    await page.getByRole('button', { name: 'Search and filter' }).click();
    await page.getByLabel('Search sessions').fill('HIDES');
    await gone(card(page, 'By keyboard'));
    await card(page, 'Blind search').waitFor();
    await page.waitForURL(/q=HIDES/);
    await page.getByLabel('Search sessions').fill('nothing like it');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page
      .getByRole('status')
      .getByText(/^0 of \d+ sessions$/)
      .waitFor();
    await page.getByRole('button', { name: 'Show all sessions' }).click();
    await page.getByRole('combobox', { name: 'Dog' }).selectOption({ label: 'Fen' });
    await gone(card(page, 'By keyboard'));
    await card(page, 'Blind search').waitFor();
    expect(new URL(page.url()).searchParams.get('dog')).toMatch(/^[0-9a-f-]{36}$/);
    // On a phone, closed filters still show that the list is filtered.
    await page.getByRole('button', { name: 'Search and filter' }).click();
    await page.getByText('Only Fen').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await card(page, 'By keyboard').waitFor();
  });

  it('logged outside the shown list is announced in a toast that leads to it', async () => {
    await page.goto(`${server.url}/?tab=partners`);
    // Two clicks before anything renders, as with gloves.
    await page
      .getByRole('button', { name: 'Log a session' })
      .first()
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await addDialog().getByLabel('Title').fill('Elsewhere');
    await resize(page, { width: 844, height: 190 });
    // The form learns of a low window by an event, which arrives after the call.
    await expect
      .poll(async () => {
        await addDialog().getByLabel('Title').scrollIntoViewIfNeeded();
        const field = await addDialog().getByLabel('Title').boundingBox();
        return field && field.y >= 0 && field.y + field.height <= 190;
      })
      .toBe(true);
    await addDialog().getByRole('button', { name: 'Save' }).click();
    await gone(addDialog());
    await resize(page, PHONE);
    await toast().getByText('Saved', { exact: true }).waitFor();
    await toast().getByRole('button', { name: 'Show' }).click();
    await card(page, 'Elsewhere').waitFor();
    await expect.poll(() => addDialog().count()).toBe(0);
    await actOn(page, 'Elsewhere', 'Edit Elsewhere');
    await editDialog().getByRole('button', { name: 'Delete' }).click();
    await gone(card(page, 'Elsewhere'));
  });

  it('is deleted at once, and Undo restores it with its draft', async () => {
    await page.goto(server.url);
    const notes = () => editDialog().getByLabel('Notes');
    const openEdit = () => actOn(page, 'By keyboard', 'Edit By keyboard');
    await openEdit();
    await notes().fill('Typed before it was deleted');
    await editDialog().getByRole('button', { name: 'Delete' }).click();
    await gone(card(page, 'By keyboard'));
    // The button that had the focus disappeared with the card.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Training Log');
    await toast().getByText('Session deleted').waitFor();
    await toast().getByRole('button', { name: 'Undo' }).click();
    await card(page, 'By keyboard').waitFor();
    await openEdit();
    await editDialog().getByText('Draft saved').waitFor();
    expect(await notes().inputValue()).toBe('Typed before it was deleted');

    // Another device deletes the session during typing.
    await notes().fill('Typed while it was deleted');
    await expect.poll(async () => (await logsOnServer()).filter(({ deletedAt }) => deletedAt)).toEqual([]);
    const id = new URL(page.url()).searchParams.get('id');
    await page.request.delete(`${server.url}/api/videos/${id}`, { headers: { Origin: server.url } });
    await editDialog().getByText('This session is no longer available.').waitFor();
    await editDialog().getByText('Your unsaved text is kept and comes back if you restore this.').waitFor();
    await editDialog().getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => notes().inputValue()).toBe('Typed while it was deleted');
    await editDialog().getByRole('button', { name: 'Discard' }).click();
    await editDialog().getByRole('button', { name: 'Close' }).click();
    await gone(editDialog());
    await expect.poll(async () => (await logsOnServer()).filter(({ deletedAt }) => deletedAt)).toEqual([]);
  });

  it('has a Share dialog that copies its link, offers two networks and turns the public link on', async () => {
    await actOn(page, 'Blind search', 'Share Blind search');
    const share = page.getByRole('dialog', { name: 'Share Training Session' });
    await share.getByText('Share this session with your coach or training partners').waitFor();
    await share.getByText('Only you and your training partners can open this link').waitFor();
    const link = await share.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(new RegExp(`^${server.url}/video/[0-9a-f-]{36}$`));
    await share.getByRole('button', { name: 'Copy link' }).click();
    await toast().getByText('Link copied!').waitFor();
    await toast().getByText('The video link has been copied to your clipboard.').waitFor();
    await expectNoFaultsHere(page);
    for (const name of ['Share on Facebook', 'Share on X (Twitter)']) await share.getByRole('button', { name }).waitFor();
    await share.getByRole('switch', { name: 'Anyone with the link' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search and filter' }).click();
    await page.getByLabel('Search sessions').focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => page.getByLabel('Search sessions').inputValue()).toBe(link);
    const shared = async () => (await logsOnServer()).filter((log) => log.shared).map(({ title }) => title);
    await expect.poll(shared).toEqual(['Blind search']);
  });

  it('has its own page that leads back, and an unknown id shows Video Not Found', async () => {
    await page.goto(server.url);
    await card(page, 'Blind search').getByRole('link', { name: 'Blind search' }).click();
    await page.getByRole('heading', { name: 'Blind search', level: 1 }).waitFor();
    await expectNoFaultsHere(page);
    await page.getByRole('button', { name: 'Training Log' }).click();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    await page.goto(`${server.url}/video/0197f3c2-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { name: 'Video Not Found' }).waitFor();
  });
});

describe('logging offline', () => {
  it('shows the sync state in the log and in the queue, and syncs by itself later', async () => {
    await page.goto(server.url);
    await readyForOffline(page);
    await syncTotal(page).filter({ hasText: 'All synced' }).waitFor();
    const topOf = async (title: string) => (await card(page, title).boundingBox())?.y;
    // The header's line, if there is one, disappears while nobody touches the screen.
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.height).toBe(57);
    const before = await topOf('Blind search');
    await server.connection.cut();
    await device.setOffline(true);
    await addSession(page, server.url, { title: 'At the far field' });
    const chip = card(page, 'At the far field').getByText(/Saved on this phone|Waiting for signal/);
    await chip.waitFor();
    const gap = async () => ((await topOf('Blind search')) ?? 0) - ((await topOf('At the far field')) ?? 0);
    const unsent = await gap();
    // On a desktop the header is one line, including the sync status.
    const header = page.getByRole('banner');
    await resize(page, DESKTOP);
    await header.getByText('Waiting for signal · 1 item only on this device').waitFor();
    await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThan(72);
    for (const part of [
      header.getByRole('link', { name: 'Partners', exact: true }),
      header.getByRole('button', { name: 'Account' }),
      syncTotal(page),
    ]) {
      const box = await part.boundingBox();
      expect(box && box.y + box.height / 2).toBeCloseTo(32, 0);
    }
    await resize(page, PHONE);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /only on this phone/ })
      .click();
    const queue = syncTray(page);
    await queue.getByText('New session “At the far field”').waitFor();
    await expectNoFaultsHere(page);
    await page.keyboard.press('Escape');
    await server.connection.mend();
    await device.setOffline(false);
    await syncTotal(page).filter({ hasText: 'All synced' }).waitFor();
    await gone(chip);
    await gone(card(page, 'At the far field').getByText('Synced'));
    // The chip moved nothing. Once the header's sync line is gone, everything is back in its place.
    expect(await gap()).toBe(unsent);
    await expect.poll(() => topOf('At the far field')).toBe(before);
    await expect.poll(async () => (await logsOnServer()).map(({ title }) => title)).toContain('At the far field');
  });
});

describe('a long log', () => {
  const SESSIONS = 120;

  it('renders its cards on a phone in landscape, which shows little of the list', async () => {
    await resize(page, { width: 844, height: 320 });
    await page.goto(server.url);
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(1);
    await resize(page, PHONE);
  });

  it('renders the entries on the screen, and restores the scroll position after a session page', async () => {
    await page.evaluate(async (count) => {
      for (let at = 0; at < count; at += 40) {
        const operations = Array.from({ length: 40 }, (_, index) => ({
          key: crypto.randomUUID(),
          call: 'videos.create',
          params: {},
          payload: {
            id: crypto.randomUUID(),
            title: `Session ${at + index}`,
            trainedAt: new Date(Date.UTC(2025, 5, 1) - (at + index) * 43_200_000).toISOString(),
          },
        }));
        await fetch('/api/batch', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ version: 1, operations }),
        });
      }
    }, SESSIONS);
    await page.goto(server.url);
    await card(page, 'At the far field').waitFor();
    const far = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Session 90', exact: true }) });
    await expect
      .poll(
        async () => {
          // Scroll less than a screen at a time, or the card may be skipped.
          if ((await far.count()) === 0) await page.mouse.wheel(0, 600);
          return far.count();
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(1);
    expect(await page.getByRole('article').count()).toBeLessThan(60);
    await far.scrollIntoViewIfNeeded();
    const place = await far.getByRole('link', { name: 'Session 90' }).evaluate((link: HTMLElement) => {
      const left = scrollY;
      link.click();
      return left;
    });
    await page.getByRole('heading', { name: 'Session 90', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Training Log' }).click();
    await far.waitFor();
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(200);
  });

  it('can be tapped while it still scrolls', async () => {
    const link = page.getByRole('article').getByRole('link', { name: 'Session 90', exact: true });
    const tappable = await link.evaluate(async (element) => {
      scrollBy(0, 40);
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // The list learns of the scroll in the first frame and renders in the next.
      for (let frames = 0; frames < 3; frames += 1) await frame();
      const { left, top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 1, top + height / 2) === element;
    });
    expect(tappable).toBe(true);
  });
});

describe('the log on a desktop in the dark theme', () => {
  it('has no faults', async () => {
    await resize(page, DESKTOP);
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.goto(server.url);
    await card(page, 'At the far field').waitFor();
    await expectNoFaultsHere(page);
    // At 200 % text size, day and time each fit on one line in the margin, and the search fits beside the tabs.
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    const [day, time, tabs, search] = await Promise.all(
      [
        page.locator('.long-line-date').first(),
        page.getByRole('article').locator('time').first(),
        page.getByRole('tab').last(),
        page.getByRole('search'),
      ].map(async (part) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: Infinity }),
    );
    expect(day?.height).toBeLessThan(96);
    expect(time?.height).toBeLessThan(72);
    expect((tabs?.x ?? 0) + (tabs?.width ?? 0)).toBeLessThanOrEqual(search?.x ?? 0);
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.goto(`${server.url}/?dialog=add-session`);
    await addDialog().waitFor();
    await expectNoFaultsHere(page);
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await expectNoFaultsHere(page);
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  });
});
