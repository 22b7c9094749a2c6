import { expect } from 'vitest';
import type { TrainingSet } from '../../../api/contract/entities/set.ts';
import { standingReps } from '../../../api/contract/reps.ts';
import { measureSlowness } from '../../../api/testing/machine-speed.ts';
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
const TRIAL = 'Spring trial';
const TRIAL_IN_DAYS = 21;
const COUNTED = ['hit', 'miss', 'hit', 'hit', 'hit'] as const;
/** A second from the tap to the first miss, and in proportion on a machine that is slower than usual. */
const PLAYS_WITHIN_MS = 1_000;
const CARD = 'article';
const TALLY = '.field-tally';
const UNSYNCED = /(Saved on this|Waiting for signal|Uploading|Couldn’t|Couldn't)/;

/** What a partner sees of the journey's session. */
export const LOGGED = {
  title: TITLE,
  description: NOTES,
  dogName: DOG,
  weather: 'Rain',
  surface: 'Grass',
  videoUrl: expect.stringMatching(OBJECT) as unknown,
};

/** Restarts the browser with its stored data and opens the address. For an engine that cannot, reloads the page. */
type Restart = (url: string) => Promise<EnginePage>;

interface Engine {
  page: EnginePage;
  restart: Restart;
  /** Whether it plays the film, which marking reps in it needs. */
  plays?: boolean;
}

/**
 * The journey that must work in every engine: sign in, skip the first run, add a dog, log a session with a film and its
 * conditions offline, mark reps in the film and play its misses, count a set in field mode, save its results as a line and a
 * file, plan the next session, read the progress of the exercise, enter a trial, restart the browser, sync when the connection
 * is back, deliver the film unchanged, and show all of it to a partner.
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
  await page.click(/^Rain$/);
  await page.click(/^Grass$/);
  await page.pickFile(film.path);
  await page.click(/^Save/);
  await page.lacks('dialog[open]');
  await page.shows(new RegExp(`${UNSYNCED.source}[^]*${TITLE}`), CARD);

  if (plays) await markInFilm(page);
  await countAtField(page);
  await planAndEnter(page);

  const again = await restart(server.url);
  await again.shows(new RegExp(`${UNSYNCED.source}[^]*${TITLE}`), CARD);

  await server.connection.mend();
  await again.shows(/All synced/);
  expect(await again.session.run(plannedOnServer)).toEqual({ exercises: [EXERCISE], trials: [TRIAL] });
  await again.session.reload();
  // A synced entry shows no sync state.
  await again.shows(new RegExp(TITLE), CARD);
  await again.shows(/All synced/);
  expect(await again.session.run((card: string) => document.querySelector(card)?.textContent, CARD)).not.toMatch(UNSYNCED);
  expect(await storedSha256s(server)).toContain(film.sha256);
  const seen = await partner.call<{ id: string; ownerId: string; title: string }[]>('GET', '/api/videos/partners');
  const sessions = seen.filter((session) => session.ownerId === ownerId);
  const sets = await Promise.all(sessions.map(({ id }) => setsOf(partner, id)));
  expect(Object.fromEntries(sets.flat())).toEqual({
    [EXERCISE]: COUNTED,
    ...(plays && { [TITLE]: ['hit in the film', 'miss in the film'] }),
  });
  return sessions.filter(({ title }) => title === TITLE);
}

/** Marks two reps in the session's film, and plays its misses. */
async function markInFilm(page: EnginePage): Promise<void> {
  const reps = (count: number) => page.session.run((wanted: number) => document.querySelectorAll('.film-rep').length === wanted, count);
  await page.click(new RegExp(`^${TITLE}$`));
  await page.click(/^Mark reps$/);
  await page.click(/^Hit/);
  await page.until('a knot in the film', () => reps(1));
  await page.click(/^Miss/);
  await page.until('two knots in the film', () => reps(2));
  await page.click(/^Done$/);
  await page.session.run(timeFilm);
  await page.click(/^1 miss$/);
  const tookMs = await page.until('the miss to play', () => page.session.run(filmTook));
  expect(tookMs).toBeLessThan(PLAYS_WITHIN_MS * measureSlowness());
  await page.click(/^Back to Training Log$/);
}

interface TimedWindow {
  film: { tookMs: number | null };
}

/** Takes the time from the next click until the film plays. */
function timeFilm(): void {
  const film: TimedWindow['film'] = { tookMs: null };
  Object.assign(window, { film });
  const video = document.querySelector('video')!;
  video.pause();
  document.addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        if (video.paused || video.seeking) return;
        film.tookMs ??= performance.now() - timeStamp;
        video.removeEventListener('timeupdate', look);
      };
      video.addEventListener('timeupdate', look);
    },
    { capture: true, once: true },
  );
}

const filmTook = () => (window as unknown as TimedWindow).film.tookMs;

/** Counts a set of a new session in field mode, and saves its results. */
async function countAtField(page: EnginePage): Promise<void> {
  await page.click(/^Field mode$/);
  await page.fill(/^Exercise/, EXERCISE);
  await page.click(/^Start set$/);
  await page.shows(/Hit/, '.halves');
  // Buttons that have just appeared take no tap for 600 ms.
  await passed(page, 600);
  for (const [at, kind] of COUNTED.entries()) {
    await page.click(kind === 'hit' ? /^Hit/ : /^Miss/);
    const hits = COUNTED.slice(0, at + 1).filter((each) => each === 'hit').length;
    await page.shows(new RegExp(`^${hits} of ${at + 1}$`), TALLY);
    // Taps closer than 250 ms count once.
    await passed(page, 250);
  }
  await page.shows(/Rule of five\. Four hits or more of five/, 'main');
  await page.click(/^Finish$/);
  await page.shows(new RegExp(`${EXERCISE}\\s+4/5`), 'main');
  await page.click(/^Share$/);
  await page.shows(/Fen, recall: 4\/5\./, 'dialog[open]');
  await page.session.run(keepSavedText);
  await page.click(/^Results as CSV$/);
  await page.until('the saved results', () =>
    page.session.run(() => /Recall,.*,5,4,1,0,HMHHH\r\n$/.test((window as SavingWindow).saved ?? '')),
  );
  await page.click(/^Close$/);
  await page.lacks('dialog[open]');
  await page.click(/^Training Log$/);
  await page.shows(/Training Log/, 'h1');
}

/** Plans the exercise again from its last result, reads its progress, and enters a trial of the dog. */
async function planAndEnter(page: EnginePage): Promise<void> {
  await page.click(/^Plan a session$/);
  await page.click(/^Last time$/);
  await page.shows(new RegExp(`${EXERCISE}[^]*Last 4/5`), 'dialog[open] .exercise');
  await page.click(/^Save plan$/);
  await page.lacks('dialog[open]');
  await page.shows(new RegExp(`Today · ${DOG}[^]*${EXERCISE}`), '.plan-now');
  // It covers what is at the bottom.
  await page.lacks('.toast');
  await page.click(/^My Dogs$/);
  await page.shows(/My Dogs/, 'h1');
  await page.click(new RegExp(DOG));
  await page.click(new RegExp(`^${EXERCISE}`));
  await page.shows(new RegExp(`${EXERCISE}[^]*Next[^]*4 of 5`), 'dialog[open]');
  await page.click(/^Back$/);
  await page.click(/^Add a trial$/);
  await page.fill(/^Name/, TRIAL);
  await page.choose(/^Day/, new Date(Date.now() + TRIAL_IN_DAYS * 86_400_000).toISOString().slice(0, 10));
  await page.click(/^Add$/);
  await page.shows(new RegExp(`In \\d+ days\\s+${TRIAL}`), 'dialog[open]');
  await page.click(/^Close$/);
  await page.lacks('dialog[open]');
  await page.click(/^Training Log$/);
  await page.shows(/Training Log/, 'h1');
}

/** Runs in the page: what the server has of the person's plans and trials. */
async function plannedOnServer() {
  const plans = (await (await fetch('/api/plans')).json()) as { exercises: { exercise: string }[] }[];
  const trials = (await (await fetch('/api/trials')).json()) as { name: string }[];
  return { exercises: plans.flatMap((plan) => plan.exercises.map(({ exercise }) => exercise)), trials: trials.map(({ name }) => name) };
}

interface SavingWindow {
  saved?: string;
}

/** Keeps the text of the files that the page saves: drivers do not tell where a browser puts them. */
function keepSavedText(): void {
  const address = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file: Blob) => {
    void file.text().then((saved) => Object.assign(window, { saved }));
    return address(file);
  };
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
