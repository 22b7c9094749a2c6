import { expect } from 'vitest';
import type { ApiPerson } from '../harness/api-person.ts';
import { storedSha256s } from '../harness/stored-sha256s.ts';
import type { DemoField } from './demo-field.ts';
import type { EnginePage } from './engine-page.ts';
import { signIn } from './sign-in.ts';

const OBJECT = /^\/objects\//;
const TITLE = 'Send-away to second marker';
const NOTES = '30 m, 4/5 straight.';
const DOG = 'Fen';
const CARD = 'article';
const UNSYNCED = /(Saved on this|Waiting for signal|Uploading|Couldn’t|Couldn't)/;

/** What a partner sees of the journey's session. */
export const LOGGED = { title: TITLE, description: NOTES, dogName: DOG, videoUrl: expect.stringMatching(OBJECT) as unknown };

/** Restarts the browser with its stored data and opens the address. For an engine that cannot, reloads the page. */
type Restart = (url: string) => Promise<EnginePage>;

/**
 * The journey that must work in every engine: sign in, skip the first run, add a dog, log a session with a film offline,
 * restart the browser, sync when the connection is back, deliver the film unchanged, and show the session to a partner.
 * @returns what the partner sees
 */
export async function fieldJourney(
  { server, newTrainer, partner, film }: DemoField,
  { page, restart }: { page: EnginePage; restart: Restart },
): Promise<object[]> {
  await signIn(page, server, newTrainer());
  await skipFirstRun(page);
  const ownerId = await becomePartners(page, partner);
  await page.until('a service worker that serves the page', () => page.session.run(() => navigator.serviceWorker.controller !== null));
  await addDog(page);
  await page.click(/^Training Log$/);
  await page.shows(/Training Log/, 'h1');

  await server.connection.cut();
  await page.click(/^Log a session$/);
  await page.fill(/^Title/, TITLE);
  await page.check(new RegExp(`${DOG}$`));
  await page.fill(/^Notes/, NOTES);
  await page.pickFile(film.path);
  await page.click(/^Save/);
  await page.lacks('dialog[open]');
  await page.shows(new RegExp(`${UNSYNCED.source}[^]*${TITLE}`), CARD);

  const again = await restart(server.url);
  await again.shows(new RegExp(`${UNSYNCED.source}[^]*${TITLE}`), CARD);

  await server.connection.mend();
  await again.shows(/All synced/);
  await again.session.reload();
  // A synced entry shows no sync state.
  await again.shows(new RegExp(TITLE), CARD);
  await again.shows(/All synced/);
  expect(await again.session.run((card: string) => document.querySelector(card)?.textContent, CARD)).not.toMatch(UNSYNCED);
  expect(await storedSha256s(server)).toContain(film.sha256);
  const seen = await partner.call<{ ownerId: string }[]>('GET', '/api/videos/partners');
  return seen.filter((session) => session.ownerId === ownerId);
}

async function skipFirstRun(page: EnginePage): Promise<void> {
  await page.shows(/Who is training/, 'h1');
  await page.click(/^Not now$/);
  await page.click(/^No dog yet$/);
  await page.click(/^Later$/);
  await page.shows(/Training Log/, 'h1');
}

async function addDog(page: EnginePage): Promise<void> {
  await page.click(/^My Dogs$/);
  await page.shows(/My Dogs/, 'h1');
  await page.click(/^Add/);
  await page.fill(/^Name/, DOG);
  await page.fill(/^Breed/, 'Border Collie');
  await page.choose(/^Birthdate/, '2022-08-14');
  await page.click(/^Add Dog/);
  await page.lacks('dialog[open]');
  await page.shows(new RegExp(DOG), 'main');
}

/** @returns the id of the person who is signed in on the page */
async function becomePartners(page: EnginePage, partner: ApiPerson): Promise<string> {
  const { id } = await page.session.run(async () => (await (await fetch('/api/auth/user')).json()) as { id: string });
  const request = await partner.call<{ id: string }>('POST', '/api/friendships', { friendId: id });
  await page.session.run(async (path: string) => {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ status: 'accepted' }) });
  }, `/api/friendships/${request.id}`);
  return id;
}
