import type { Locator, Page } from 'playwright';

/** The log entry with this title. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

/** Taps an action of an entry, for example 'Edit Send-away'. The actions are in a menu while the entry has no comments. */
export async function actOn(page: Page, title: string, action: string | RegExp): Promise<void> {
  const [button, menu] = [action, `More for ${title}`].map((name) => card(page, title).getByRole('button', { name })) as [Locator, Locator];
  await button.or(menu).first().waitFor();
  if ((await menu.count()) > 0) await menu.click();
  await button.click();
}

export async function addDog(
  page: Page,
  origin: string,
  dog: { name: string; breed: string; birthdate: string; titles?: string },
): Promise<void> {
  await page.goto(`${origin}/my-dogs`);
  await page
    .getByRole('button', { name: 'Add' })
    .or(page.getByRole('link', { name: 'Add' }))
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add New Dog' });
  await dialog.getByLabel('Name').fill(dog.name);
  await dialog.getByLabel('Breed').fill(dog.breed);
  await dialog.getByLabel('Birthdate').fill(dog.birthdate);
  if (dog.titles) await dialog.getByLabel(/Titles/).fill(dog.titles);
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

interface NewSession {
  title: string;
  dog?: string;
  notes?: string;
  /** A path, or the file itself. */
  media?: Parameters<Locator['setInputFiles']>[0];
}

/** Opens the Training Log and logs a session there. */
export async function addSession(page: Page, origin: string, session: NewSession): Promise<void> {
  await page.goto(origin);
  await logSession(page, session);
}

/** Taps 'Log a session'. On a desktop, an empty log has two such buttons. */
export async function openLogDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log a session' }).filter({ visible: true }).first().click();
}

/** A dog, or 'No dog', in the open form of a session. */
export const dogTile = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('radiogroup', { name: 'Dog (optional)' }).getByRole('radio', { name, exact: true });

/** Logs a session on the open Training Log. */
export async function logSession(page: Page, session: NewSession): Promise<void> {
  await openLogDialog(page);
  const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
  await dialog.getByLabel('Title').fill(session.title);
  if (session.dog) await dogTile(dialog, session.dog).check();
  if (session.notes) await dialog.getByLabel(/^Notes/).fill(session.notes);
  if (session.media) await dialog.locator('input[type=file]').first().setInputFiles(session.media);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  // The dialog hides at once, and is removed when the session is written.
  await page.getByRole('dialog', { name: 'Add Training Log', includeHidden: true }).waitFor({ state: 'detached' });
}
