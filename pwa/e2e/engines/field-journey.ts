import { expect } from 'vitest';
import type { TrainingSet } from '../../../api/contract/entities/set.ts';
import { standingReps } from '../../../api/contract/reps.ts';
import type { ApiPerson } from '../harness/api-person.ts';
import { storedSha256s } from '../harness/stored-sha256s.ts';
import type { DemoField } from './demo-field.ts';
import type { EnginePage } from './engine-page.ts';
import { signIn } from './sign-in.ts';

const OBJECT = /^\/objects\//;
const TITLE = 'Send-away to second marker';
const NOTES = '30 m, 4/5 straight.';
const EXERCISE = 'Recall';
const DOG = 'Fen';
const CARD = 'article';
const TALLY = '.field-tally';
const UNSYNCED = /(Saved on this|Waiting for signal|Uploading|Couldn’t|Couldn't)/;

/** What a partner sees of the journey's session. */
export const LOGGED = { title: TITLE, description: NOTES, dogName: DOG, videoUrl: expect.stringMatching(OBJECT) as unknown };

/** Restarts the browser with its stored data and opens the address. For an engine that cannot, reloads the page. */
type Restart = (url: string) => Promise<EnginePage>;

interface Engine {
  page: EnginePage;
  restart: Restart;
  /** Whether it plays the film, which marking reps in it needs. */
  plays?: boolean;
}

/**
 * The journey that must work in every engine: sign in, skip the first run, add a dog, log a session with a film offline,
 * mark a rep in the film and count two in field mode, restart the browser, sync when the connection is back, deliver the film
 * unchanged, and show all of it to a partner.
 * @returns what the partner sees
 */
export async function fieldJourney(
  { server, newTrainer, partner, film }: DemoField,
  { page, restart, plays = true }: Engine,
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

  if (plays) await markInFilm(page);
  await countAtField(page);

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
  const seen = await partner.call<{ id: string; ownerId: string; title: string }[]>('GET', '/api/videos/partners');
  const sessions = seen.filter((session) => session.ownerId === ownerId);
  const sets = await Promise.all(sessions.map(({ id }) => setsOf(partner, id)));
  expect(Object.fromEntries(sets.flat())).toEqual({ [EXERCISE]: ['hit', 'miss'], ...(plays && { [TITLE]: ['hit in the film'] }) });
  return sessions.filter(({ title }) => title === TITLE);
}

/** Marks a rep in the session's film. */
async function markInFilm(page: EnginePage): Promise<void> {
  await page.click(new RegExp(`^${TITLE}$`));
  await page.click(/^Mark reps$/);
  await page.click(/^Hit/);
  await page.until('a knot in the film', () => page.session.run(() => document.querySelector('.film-rep') !== null));
  await page.click(/^Done$/);
  await page.click(/^Back to Training Log$/);
}

/** Counts two reps of a new session in field mode. */
async function countAtField(page: EnginePage): Promise<void> {
  await page.click(/^Field mode$/);
  await page.fill(/^Exercise/, EXERCISE);
  await page.click(/^Start set$/);
  await page.shows(/Hit/, '.halves');
  // Buttons that have just appeared take no tap for 600 ms.
  await passed(page, 600);
  await page.click(/^Hit/);
  await page.shows(/^1 of 1$/, TALLY);
  // Taps closer than 250 ms count once.
  await passed(page, 250);
  await page.click(/^Miss/);
  await page.shows(/^1 of 2$/, TALLY);
  await page.click(/^Finish$/);
  await page.shows(new RegExp(`${EXERCISE}\\s+1/2`), 'main');
  await page.click(/^Training Log$/);
  await page.shows(/Training Log/, 'h1');
}

async function passed(page: EnginePage, milliseconds: number): Promise<void> {
  const until = (await page.session.run(() => performance.now())) + milliseconds;
  await page.until('the next tap to count', () => page.session.run((moment: number) => performance.now() > moment, until));
}

/** The sets of a session with the kinds of their reps, as a partner reads them. */
async function setsOf(partner: ApiPerson, videoId: string): Promise<[exercise: string, reps: string[]][]> {
  const sets = await partner.call<TrainingSet[]>('GET', `/api/videos/${videoId}/sets`);
  return sets.map((set) => [set.exercise, standingReps(set).map(({ kind, filmMs }) => (filmMs === null ? kind : `${kind} in the film`))]);
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
