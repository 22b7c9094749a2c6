// Every screen in each of its states, with the steps to reach the state. `screenshots.mjs` captures them.
import { COUNTED_SESSION, FILM_SESSION, SHARED_SESSION } from './screenshot-kennel.mjs';
import { stillOf } from './still-of.mjs';

const dialog = (page, name) => page.getByRole('dialog', { name });
const button = (place, name) => place.getByRole('button', { name }).first();
const open = (name) => (page) => button(page, name).click();
const entry = (page, title) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .first();
/** Taps an action of an entry, which is in its menu while it has no comments. */
const of = (title, name) => async (page) => {
  const menu = button(entry(page, title), /^More for /);
  await button(entry(page, title), name).or(menu).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await button(entry(page, title), name).click();
};

/** List queries to the store never answer, as on a phone that is still waking up. */
const storeHangs = () => {
  for (const way of ['getAll', 'getAllKeys', 'getAllRecords', 'openCursor', 'openKeyCursor']) {
    const asked = IDBIndex.prototype[way];
    if (!asked) continue;
    IDBIndex.prototype[way] = function (...range) {
      return this.name.includes('live') ? new EventTarget() : asked.apply(this, range);
    };
  }
};
/** The device's database never opens. */
export const storeNeverOpens = () => {
  indexedDB.open = () => new EventTarget();
};
/** The server answers these calls with 500. */
const inTrouble = (path) => `(() => {
  const { fetch } = window;
  window.fetch = (input, init) => (new Request(input, init).url.includes('${path}') ? Promise.resolve(Response.json({}, { status: 500 })) : fetch(input, init));
})()`;
/** The server answers these calls so. */
const answers = (path, body, status = 200) => `(() => {
  const { fetch } = window;
  const isIt = (input, init) => new URL(new Request(input, init).url).pathname === '${path}';
  window.fetch = (input, init) => (isIt(input, init) ? Promise.resolve(Response.json(${JSON.stringify(body)}, { status: ${status} })) : fetch(input, init));
})()`;
const GOES = { sessions: 211, dogs: 3, cues: 9, programs: 2, plans: 14, trials: 1, comments: 54, files: 38, fileBytes: 14_200_000_000 };
const deletionIs = (changed = {}) =>
  answers('/api/account/deletion', { goes: GOES, deleteAt: null, backupDays: 30, isOnlyAdmin: false, ...changed });
const DELETED = answers('/api/auth/user', { code: 'account_deleted', message: 'This account was deleted' }, 410);
const RECEIPT = { number: '7F3A-91C2', at: '2026-11-21T14:22:00.000Z', goes: GOES, backupDays: 30 };
/** This tab has deleted the account of its person. */
const deletedHere = `(() => {
  const id = /longline-signed-in=([0-9a-f-]+)/.exec(document.cookie)?.[1];
  sessionStorage.setItem('deletion-receipt', JSON.stringify({ ...${JSON.stringify(RECEIPT)}, userId: id, agreed: { changes: 0, files: 0, drafts: 0 } }));
  ${DELETED}
})()`;
/** The server has this export for its person. */
const exportIs = (made, filmBytes = 14_200_000_000) => `(() => {
  const { fetch } = window;
  const state = ${JSON.stringify({ filmBytes, export: made && { id: 'made', films: true, parts: [], lost: 0, damaged: 0, keptUntil: null, ...made } })};
  window.fetch = (input, init) => (new URL(new Request(input, init).url).pathname === '/api/export' ? Promise.resolve(Response.json(state)) : fetch(input, init));
})()`;
const spreadsheet = (text) => (page) =>
  page.getByTestId('import-file').setInputFiles({ name: 'training.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const SHEET = 'Date,Dog,Title,Notes\n20/11/2025,Rex,Track,Wet\n21/11/2025,,Send-away,\nsoon,,Recall,';
/** Simulates an iPhone before the app is installed. */
const cannotNotify = () => {
  delete window.PushManager;
};
/** Simulates a browser in which the person refused the permission prompt. */
const mayNotNotify = () => Object.defineProperty(Notification, 'permission', { value: 'denied' });
/** Simulates a person who has not left the first run yet. */
const newcomer = () => localStorage.removeItem('first-run-over');
/** Simulates a tab of Safari on an iPhone. */
const onIphone = () => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1';
  Object.defineProperties(Navigator.prototype, {
    vendor: { get: () => 'Apple Computer, Inc.' },
    userAgent: { get: () => userAgent },
  });
  delete window.PushManager;
  delete window.SyncManager;
  addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation());
};
/** Follows a link within the app, without a page load. */
const goTo = (path) => (page) =>
  page.evaluate((where) => {
    history.pushState(null, '', where);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
/** Simulates a browser that allows the page to write to the clipboard. */
const clipboardTakes = () => Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
const link = (name) => (page) => page.getByRole('link', { name }).first().click();
const type = (label, words) => (page) => page.getByLabel(label).first().fill(words);
const ownProfile = async (page) => {
  const { id } = await page.evaluate(async () => (await fetch('/api/auth/user')).json());
  await page.goto(new URL(`/profile/${id}`, page.url()).href);
};
/** Closes the filters on a phone, where a button toggles them. */
const closeFilters = async (page) => {
  const toggle = page.getByRole('button', { name: 'Search and filter' });
  if (await toggle.isVisible()) await toggle.click();
};
const logOne = log('Sit');
const signInsHeading = (page) => page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
/** A pasted URL, which has no place to break the line. */
const LONG_WORD = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG&t=125s';
const save = (title, name) => (page) => button(dialog(page, title), name).click();
const chain =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const addSessionTyped = async (page) => {
  const adding = dialog(page, 'Add Training Log');
  await adding.getByLabel('Title').fill('Send-away to second marker');
  await adding.getByLabel('Notes').fill('30 m, 4/5 straight; lost line at the second marker.');
  await adding
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'field.png', mimeType: 'image/png', buffer: await stillOf('field') });
  await adding.getByText('field.png').waitFor();
};
/** Two exercises in the form of a new session: one counted, one that has just been added. */
const addExercises = async (page) => {
  const adding = dialog(page, 'Add Training Log');
  await adding.getByLabel('Title').fill('Send-away to second marker');
  await adding.getByRole('button', { name: 'Add exercise' }).click();
  await adding.getByLabel('Exercise', { exact: true }).fill('Send-away');
  await adding.getByLabel('Distance in metres').fill('30');
  for (const rep of ['Hit', 'Hit', 'Miss', 'Helped', 'Hit']) await adding.getByRole('button', { name: `${rep}: Send-away` }).click();
  await adding.getByRole('button', { name: 'Add exercise' }).click();
};
const openHelens = (page) => entry(page, 'Retrieve over the jump').getByRole('link').first().click();
const openCounted = (page) => entry(page, COUNTED_SESSION).getByRole('link').first().click();
const editExercise = async (page) => {
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await dialog(page, 'Edit exercise')
    .getByLabel('Duration in seconds')
    .or(button(page, /^More: /))
    .first()
    .waitFor();
  if ((await button(page, /^More: /).count()) > 0) await button(page, /^More: /).click();
};
const chooseConditions = async (page) => {
  const adding = dialog(page, 'Add Training Log');
  for (const condition of ['Rain', 'Wet grass', 'Long Mynd field'])
    await adding.getByRole('button', { name: condition, exact: true }).click();
};
/** Pauses a film that plays by itself. */
const pause = (page) => page.getByRole('button', { name: 'Pause', exact: true }).click();
async function addPlanned(page) {
  const planning = dialog(page, 'Plan a session');
  await planning.getByRole('button', { name: 'Last time' }).click();
  await planning.getByRole('button', { name: 'Add exercise' }).click();
}
/** Starts a set in field mode and counts these reps. */
const counted = (reps) => async (page) => {
  const passed = async (milliseconds) =>
    page.waitForFunction((until) => performance.now() > until, (await page.evaluate(() => performance.now())) + milliseconds);
  await button(page, 'Start set').click();
  await page.locator('.half.hit').waitFor();
  // Buttons that have just appeared take no tap for 600 ms.
  await passed(600);
  for (const [place, rep] of reps.entries()) {
    await page.getByRole('button', { name: rep, exact: true }).click();
    await page
      .getByText(new RegExp(`of ${place + 1}$`))
      .first()
      .waitFor();
    // Taps closer than 250 ms count once.
    await passed(250);
  }
};
const cropping = async (page) => {
  const adding = dialog(page, 'Add New Dog');
  await adding
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'coat.png', mimeType: 'image/png', buffer: await stillOf('coat', '#a8743c') });
  await button(adding, 'Use this').waitFor();
};

/**
 * @typedef {object} ScreenState
 * @property {string} name
 * @property {'kate' | 'new' | 'outside' | 'nobody'} who
 * @property {string} path
 * @property {string | RegExp} shows
 * @property {(() => void) | string} [before]
 * @property {string} [hold]
 * @property {boolean} [offline]
 * @property {(page: import('playwright').Page) => Promise<void>} [act]
 */

/** An id that does not exist. */
const NOBODY = '0197f3c2-0000-4000-8000-000000000000';

/**
 * `who`: kate has a kennel, new has no rows yet, outside has no beta access, nobody is a visitor. `shows` is a text that is
 * visible once the state is reached; `act` leads to it from `path`. `before` runs in the page before anything else,
 * `offline` disconnects after the page has loaded, `hold` matches calls that never get an answer.
 * @type {readonly ScreenState[]}
 */
export const STATES = [
  { name: 'landing', who: 'nobody', path: '/', shows: 'Real training is data, not drama.' },
  { name: 'landing-invited', who: 'nobody', path: `/join#${'a'.repeat(43)}`, shows: 'Sign in to accept it' },
  { name: 'landing-refused', who: 'nobody', path: '/', act: chain(type('Email', 'vet'), open('Join Waitlist')), shows: 'Invalid email' },
  {
    name: 'landing-joined',
    who: 'nobody',
    path: '/',
    act: chain(type('Email', 'vet@example.org'), open('Join Waitlist')),
    shows: "You're on the list",
  },
  { name: 'public-page', who: 'nobody', path: `/video/${SHARED_SESSION}`, shows: 'Article indication, aged 40 min' },
  { name: 'not-authorized', who: 'nobody', path: '/not-authorized', shows: 'Try Again' },
  {
    name: 'not-authorized-outside',
    who: 'outside',
    path: '/not-authorized',
    act: (page) => button(page, 'Sign out everywhere else').scrollIntoViewIfNeeded(),
    shows: /beta access\.$/,
  },
  { name: 'not-authorized-invited', who: 'outside', path: `/join#${'a'.repeat(43)}`, shows: 'Keep the invitation' },
  {
    name: 'not-authorized-checked',
    who: 'outside',
    path: '/not-authorized',
    act: link('Try Again'),
    shows: /^Nothing has changed yet/,
  },
  {
    name: 'not-authorized-loading',
    who: 'outside',
    path: '/not-authorized',
    hold: '**/api/auth/sign-ins',
    act: signInsHeading,
    shows: 'Loading...',
  },
  {
    name: 'not-authorized-unread',
    who: 'outside',
    path: '/not-authorized',
    before: inTrouble('/api/auth/sign-ins'),
    shows: "The server couldn't send it. Please try again.",
  },
  {
    name: 'not-authorized-to-go',
    who: 'outside',
    path: '/not-authorized',
    before: answers('/api/auth/access', {
      email: 'kate@example.org',
      hasBetaAccess: false,
      onWaitlist: false,
      deleteAt: '2026-11-28T14:22:00.000Z',
    }),
    shows: 'Keep my account',
  },
  {
    name: 'not-authorized-deleting',
    who: 'outside',
    path: '/not-authorized',
    before: deletionIs({ deleteAt: '2026-11-28T14:22:00.000Z', backupDays: null }),
    act: open('Delete account…'),
    shows: 'Gone within a day. No way back.',
  },
  { name: 'privacy', who: 'nobody', path: '/privacy', shows: 'Who runs this server' },
  { name: 'sign-in', who: 'nobody', path: '/api/login', shows: 'Send code' },
  {
    name: 'sign-in-code',
    who: 'nobody',
    path: '/api/login',
    act: chain(type('Email', 'someone@example.org'), open('Send code')),
    shows: 'Enter your code',
  },
  { name: 'loading', who: 'kate', path: '/', hold: '**/api/auth/user', shows: 'Loading...' },
  { name: 'store-opening', who: 'kate', path: '/', before: storeNeverOpens, shows: 'Loading...' },
  { name: 'not-found', who: 'kate', path: '/no/such/page', shows: '404: Page not found' },

  { name: 'first-run-name', who: 'new', path: '/', before: newcomer, shows: 'Who is training?' },
  { name: 'first-run-dog', who: 'new', path: '/', before: newcomer, act: open('Not now'), shows: 'Who is your dog?' },
  {
    name: 'first-run-dog-refused',
    who: 'new',
    path: '/',
    before: newcomer,
    act: chain(open('Not now'), type('Day', '31'), open('Next')),
    shows: 'Please enter a breed',
  },
  {
    name: 'first-run-session',
    who: 'new',
    path: '/',
    before: newcomer,
    act: chain(open('Not now'), open('No dog yet')),
    shows: 'Log your first session',
  },
  { name: 'device', who: 'kate', path: '/device', shows: 'Works offline' },
  { name: 'device-iphone', who: 'kate', path: '/device', before: onIphone, shows: 'This tab forgets after 7 days' },
  { name: 'install-steps', who: 'kate', path: '/device', before: onIphone, act: open('Show me'), shows: 'Tap Share.' },
  {
    name: 'log-tab-forgets',
    who: 'new',
    path: '/',
    before: onIphone,
    offline: true,
    act: chain(logOne, link('My Dogs'), link('Training Log')),
    shows: 'This tab forgets unsent work after 7 days without a visit.',
  },

  { name: 'log-loading', who: 'kate', path: '/', before: storeHangs, shows: 'Loading training sessions...' },
  { name: 'log-empty', who: 'new', path: '/', shows: 'No training sessions yet' },
  { name: 'log-empty-partners', who: 'new', path: '/?tab=partners', shows: 'No partner sessions yet' },
  { name: 'log', who: 'kate', path: '/', shows: 'Send-away to second marker' },
  { name: 'log-partners', who: 'kate', path: '/?tab=partners', shows: 'Retrieve over the jump' },
  { name: 'log-nothing-found', who: 'kate', path: '/?q=nothing+like+it', shows: 'Nothing found' },
  { name: 'log-narrowed', who: 'kate', path: '/?q=Article', act: closeFilters, shows: 'Article indication, aged 40 min' },
  { name: 'log-add', who: 'kate', path: '/', act: open('Log a session'), shows: 'Add Training Log' },
  {
    name: 'log-add-refused',
    who: 'kate',
    path: '/',
    act: chain(open('Log a session'), save('Add Training Log', 'Save')),
    shows: 'Please enter a title for your training log',
  },
  { name: 'log-add-with-file', who: 'kate', path: '/', act: chain(open('Log a session'), addSessionTyped), shows: 'field.png' },
  { name: 'log-add-exercises', who: 'kate', path: '/', act: chain(open('Log a session'), addExercises), shows: 'New exercise' },
  { name: 'log-add-conditions', who: 'kate', path: '/', act: chain(open('Log a session'), chooseConditions), shows: 'Long Mynd field' },
  { name: 'log-edit', who: 'kate', path: '/', act: of('Send-away to second marker', /^Edit/), shows: 'Edit Training Log' },
  {
    name: 'log-deleted',
    who: 'new',
    path: '/',
    offline: true,
    act: chain(logOne, of('Sit', /^Edit/), save('Edit Training Log', 'Delete')),
    shows: 'Session deleted',
  },
  { name: 'log-share', who: 'kate', path: '/', act: of('Send-away to second marker', /^Share/), shows: 'Share Training Session' },
  {
    name: 'log-share-on',
    who: 'kate',
    path: '/?q=Article',
    act: of('Article indication, aged 40 min', /^Share/),
    shows: 'Anyone with this link can see this session, without comments',
  },
  {
    name: 'log-share-copied',
    who: 'kate',
    path: '/',
    before: clipboardTakes,
    act: chain(of('Send-away to second marker', /^Share/), save('Share Training Session', 'Copy link')),
    shows: 'The video link has been copied to your clipboard.',
  },
  {
    name: 'log-share-before-sync',
    who: 'new',
    path: '/',
    offline: true,
    act: chain(logOne, of('Sit', /^Share/)),
    shows: 'The link works once this session syncs.',
  },
  {
    name: 'log-comments',
    who: 'kate',
    path: '/?tab=partners',
    act: of('Retrieve over the jump', /comment/i),
    shows: 'Lovely straight front',
  },
  {
    name: 'log-long-words',
    who: 'new',
    path: '/',
    offline: true,
    act: chain(log(LONG_WORD), of(LONG_WORD, /comment/i)),
    shows: 'No comments yet. Be the first to comment!',
  },
  { name: 'log-offline', who: 'kate', path: '/', offline: true, act: logOne, shows: /only on this (phone|device)/ },
  {
    name: 'session',
    who: 'kate',
    path: '/?tab=partners',
    act: (page) => page.getByRole('link', { name: 'Retrieve over the jump', exact: true }).click(),
    shows: 'Post',
  },
  { name: 'film', who: 'kate', path: `/video/${FILM_SESSION}`, shows: 'Loop from A' },
  { name: 'film-notes', who: 'kate', path: `/video/${FILM_SESSION}?tab=notes`, shows: '11 barks, clean.' },
  { name: 'film-comments', who: 'kate', path: `/video/${FILM_SESSION}?tab=comments`, shows: 'Watch his feet' },
  {
    name: 'session-sets',
    who: 'kate',
    path: '/',
    act: openCounted,
    shows: 'Add exercise',
  },
  { name: 'session-add-exercise', who: 'kate', path: '/', act: chain(openCounted, open('Add exercise')), shows: 'What counts as a hit' },
  { name: 'session-edit-exercise', who: 'kate', path: '/', act: chain(openCounted, editExercise), shows: 'Reps planned' },
  { name: 'film-mark', who: 'kate', path: `/video/${FILM_SESSION}?tab=mark`, act: pause, shows: 'Mark reps' },
  { name: 'film-misses', who: 'kate', path: `/video/${FILM_SESSION}?tab=reps`, act: pause, shows: 'Misses' },
  { name: 'session-loading', who: 'kate', path: `/video/${NOBODY}`, hold: '**/api/videos/*', shows: 'Loading training sessions...' },
  { name: 'session-not-found', who: 'kate', path: `/video/${NOBODY}`, shows: 'Video Not Found' },

  { name: 'plan-add', who: 'kate', path: '/', act: chain(open('Plan a session'), addPlanned), shows: 'What counts as a hit' },
  { name: 'plan-edit', who: 'kate', path: '/', act: open(/^Edit plan: Send-away/), shows: 'Dumbbell hold' },
  { name: 'trial-add', who: 'kate', path: '/my-dogs', act: chain(of('Brock', 'Brock'), open('Add a trial')), shows: 'Entry closes' },
  { name: 'trial-edit', who: 'kate', path: '/my-dogs', act: chain(of('Brock', 'Brock'), open('Edit Club trial')), shows: 'Entry closes' },
  {
    name: 'dog-trials',
    who: 'kate',
    path: '/my-dogs',
    act: chain(of('Brock', 'Brock'), (page) => page.getByText('Club trial').scrollIntoViewIfNeeded()),
    shows: 'Club trial',
  },
  { name: 'field', who: 'kate', path: '/', act: link('Field mode'), shows: 'Start set' },
  {
    name: 'field-counting',
    who: 'kate',
    path: '/',
    offline: true,
    act: chain(link('Field mode'), counted(['Hit', 'Miss'])),
    shows: '1 of 2',
  },
  {
    name: 'field-after',
    who: 'kate',
    path: '/',
    offline: true,
    act: chain(link('Field mode'), counted(['Hit', 'Hit', 'Miss', 'Hit', 'Hit'])),
    shows: 'Make it harder',
  },
  { name: 'field-gone', who: 'kate', path: '/', act: goTo(`/field?set=${NOBODY}`), shows: 'This set is not on this device.' },

  { name: 'dogs-loading', who: 'kate', path: '/my-dogs', before: storeHangs, shows: 'Loading dogs...' },
  { name: 'dogs-empty', who: 'new', path: '/my-dogs', shows: 'No dogs yet' },
  { name: 'dogs', who: 'kate', path: '/my-dogs', shows: 'Border Collie' },
  { name: 'dog-add', who: 'kate', path: '/my-dogs', act: open('Add New Dog'), shows: 'Birthdate' },
  { name: 'dog-add-crop', who: 'kate', path: '/my-dogs', act: chain(open('Add New Dog'), cropping), shows: 'Use this' },
  { name: 'dog-profile', who: 'kate', path: '/my-dogs', act: of('Brock', 'Brock'), shows: 'Training Notes' },
  {
    name: 'dog-exercise',
    who: 'kate',
    path: '/my-dogs',
    act: chain(of('Brock', 'Brock'), (page) => button(dialog(page, 'Brock'), /Send-away/).click()),
    shows: 'How it is going',
  },
  {
    name: 'dog-exercise-few',
    who: 'kate',
    path: '/my-dogs',
    act: chain(of('Fen', 'Fen'), (page) => button(dialog(page, 'Fen'), /Send-away/).click()),
    shows: 'Too few for a rate: that takes 10 reps.',
  },
  {
    name: 'dog-edit',
    who: 'kate',
    path: '/my-dogs',
    act: chain(of('Brock', 'Brock'), save('Brock', 'Edit Profile')),
    shows: 'Edit Dog Profile',
  },
  {
    name: 'dog-retire',
    who: 'kate',
    path: '/my-dogs',
    act: chain(of('Brock', 'Brock'), save('Brock', 'Edit Profile'), (page) =>
      page.getByRole('switch', { name: 'Retired' }).scrollIntoViewIfNeeded(),
    ),
    shows: 'Listed last and hidden from new sessions and programs.',
  },
  {
    name: 'dog-delete',
    who: 'kate',
    path: '/my-dogs',
    act: chain(of('Brock', 'Brock'), save('Brock', 'Edit Profile'), save('Edit Dog Profile', 'Delete')),
    shows: 'Delete Brock?',
  },

  { name: 'cues-loading', who: 'kate', path: '/cues', hold: '**/api/cues/*', shows: 'Loading cues...' },
  {
    name: 'cues-never-seen',
    who: 'kate',
    path: '/programs',
    offline: true,
    act: (page) => page.getByRole('link', { name: 'Cues' }).click(),
    shows: 'Not loaded on this device yet',
  },
  { name: 'cues', who: 'kate', path: '/cues', shows: 'Such' },
  { name: 'cues-nothing-found', who: 'kate', path: '/cues?q=nothing+like+it', shows: 'No cues found' },
  { name: 'cues-offline', who: 'kate', path: '/cues', offline: true, act: open('Refresh'), shows: /^Offline. Last updated/ },
  { name: 'cues-mine-empty', who: 'new', path: '/cues?tab=mine', shows: 'No custom cues yet' },
  { name: 'cues-mine', who: 'kate', path: '/cues?tab=mine', shows: 'Away' },
  {
    name: 'cues-mine-offline',
    who: 'new',
    path: '/cues?tab=mine',
    offline: true,
    act: chain(open('Create Cue'), type('Cue Name', 'Sit'), save('Create Cue', 'Create Cue')),
    shows: /^(Saved on this|Waiting for)/,
  },
  { name: 'cue-create', who: 'kate', path: '/cues?tab=mine', act: open('Create Cue'), shows: 'Cue Name' },
  {
    name: 'cue-create-refused',
    who: 'kate',
    path: '/cues?tab=mine',
    act: chain(open('Create Cue'), save('Create Cue', 'Create Cue')),
    shows: 'Please enter a cue name',
  },
  { name: 'cue-edit', who: 'kate', path: '/cues?tab=mine', act: of('Away', 'Edit Away'), shows: 'Edit Cue' },

  { name: 'programs-loading', who: 'kate', path: '/programs', before: storeHangs, shows: 'Loading programs...' },
  { name: 'programs-empty', who: 'new', path: '/programs', shows: 'No training programs yet' },
  { name: 'programs', who: 'kate', path: '/programs', shows: 'Class C by spring' },
  { name: 'program-create', who: 'kate', path: '/programs', act: open('Create Program'), shows: 'Program Name' },
  {
    name: 'program-create-refused',
    who: 'kate',
    path: '/programs',
    act: chain(open('Create Program'), save('Create Program', 'Create Program')),
    shows: 'Please enter a program name',
  },
  { name: 'program-edit', who: 'kate', path: '/programs', act: of('Class C by spring', /^Edit/), shows: 'Edit Training Program' },

  { name: 'notifications', who: 'kate', path: '/', act: open(/^Notifications/), shows: 'Owen Pryce' },
  { name: 'notifications-empty', who: 'new', path: '/', act: open(/^Notifications/), shows: "You're all caught up!" },
  {
    name: 'notify-blocked',
    who: 'new',
    path: '/?dialog=notify',
    before: mayNotNotify,
    shows: 'Notifications are blocked. Allow them in your browser settings.',
  },
  {
    name: 'notify-unable',
    who: 'new',
    path: '/?dialog=notify',
    before: cannotNotify,
    shows: "This browser can't show notifications. On an iPhone or iPad, install Longline first: tap Share, then Add to Home Screen.",
  },
  { name: 'account', who: 'kate', path: '/', act: open(/^Account/), shows: 'Logout' },
  { name: 'recently-deleted', who: 'kate', path: '/?dialog=recently-deleted', shows: 'Old recall' },
  { name: 'recently-deleted-empty', who: 'new', path: '/?dialog=recently-deleted', shows: 'Nothing deleted' },
  { name: 'sync-queue', who: 'kate', path: '/', offline: true, act: chain(logOne, open(/only on this/)), shows: 'New session' },
  { name: 'sign-out', who: 'kate', path: '/', offline: true, act: chain(logOne, open(/^Account/), open('Logout')), shows: /Keep/ },

  { name: 'partners', who: 'kate', path: '/friends', shows: 'Helen Marsh' },
  { name: 'partners-empty', who: 'new', path: '/friends', shows: 'No training partners yet' },
  { name: 'partners-loading', who: 'kate', path: '/friends', hold: '**/api/sync', shows: 'Loading training partners...' },
  {
    name: 'partners-remove',
    who: 'kate',
    path: '/friends',
    act: open('Remove Helen Marsh'),
    shows: "You will no longer see each other's sessions.",
  },
  { name: 'partners-invite', who: 'kate', path: '/friends?dialog=invite', shows: 'Name or dog name' },
  {
    name: 'partners-invite-found',
    who: 'new',
    path: '/friends?dialog=invite',
    act: chain(type('Name or dog name', 'tansy'), save('Invite Training Partner', 'Search')),
    shows: 'Send Invite',
  },
  {
    name: 'partners-invite-nobody',
    who: 'kate',
    path: '/friends?dialog=invite',
    act: chain(type('Name or dog name', 'zzz'), save('Invite Training Partner', 'Search')),
    shows: 'No users found matching your search',
  },
  {
    name: 'partners-invite-offline',
    who: 'kate',
    path: '/friends?dialog=invite',
    offline: true,
    act: chain(type('Name or dog name', 'tansy'), save('Invite Training Partner', 'Search')),
    shows: 'You are offline. Searching needs a connection.',
  },
  {
    name: 'partners-train-with-me',
    who: 'kate',
    path: '/friends?dialog=train-with-me',
    act: (page) =>
      dialog(page, 'Train with me')
        .getByText(/^Works once/)
        .waitFor(),
    shows: 'Partners at once',
  },
  {
    name: 'partners-train-with-me-offline',
    who: 'kate',
    path: '/friends',
    before: answers('/api/partner-links', {}, 500),
    act: open('Train with me'),
    shows: "Couldn't get a code. Please try again.",
  },
  { name: 'join-paste', who: 'kate', path: '/join', shows: 'Partner link' },
  { name: 'join-ended', who: 'kate', path: `/join#${'a'.repeat(43)}`, shows: 'This link no longer works. Ask for a new one.' },
  {
    name: 'join',
    who: 'kate',
    path: `/join#${'a'.repeat(43)}`,
    before: answers('/api/partner-links/open', { firstName: 'Sam', isDirect: true, isOwn: false }),
    shows: 'Sam wants to train with you',
  },
  { name: 'community', who: 'kate', path: '/community', shows: 'Helen Marsh' },
  { name: 'community-loading', who: 'kate', path: '/community', hold: '**/api/community/**', shows: 'Loading trainers...' },
  { name: 'community-nobody', who: 'kate', path: '/community?county=Kent', shows: 'No trainers found' },
  { name: 'community-offline', who: 'kate', path: '/community', offline: true, act: open('Refresh'), shows: /^Offline. Last updated/ },
  {
    name: 'community-never-seen',
    who: 'new',
    path: '/programs',
    offline: true,
    act: link('Community'),
    shows: "Trainers appear when you're online.",
  },
  { name: 'profile', who: 'kate', path: '/community', act: link('Ines Abernathy-Featherstonehaugh'), shows: 'Sports & Disciplines' },
  { name: 'profile-empty', who: 'kate', path: '/community', act: link('Percy Lowe'), shows: 'Add as Training Partner' },
  {
    name: 'block-ask',
    who: 'kate',
    path: '/community',
    act: async (page) => {
      await link('Ines Abernathy-Featherstonehaugh')(page);
      await button(page, /^Block /).click();
    },
    shows: 'From now on:',
  },
  { name: 'profile-private', who: 'kate', path: '/friends', act: link('Owen Pryce'), shows: 'Private Profile' },
  { name: 'profile-loading', who: 'kate', path: `/profile/${NOBODY}`, hold: '**/api/users/*', shows: 'Loading profile...' },
  {
    name: 'profile-unread',
    who: 'kate',
    path: `/profile/${NOBODY}`,
    before: inTrouble('/api/users/'),
    shows: "The server couldn't send it. Please try again.",
  },
  {
    name: 'profile-never-seen',
    who: 'kate',
    path: '/',
    offline: true,
    act: goTo(`/profile/${NOBODY}`),
    shows: "This profile loads when you're online.",
  },
  { name: 'profile-not-found', who: 'kate', path: `/profile/${NOBODY}`, shows: 'User Not Found' },
  {
    name: 'profile-own',
    who: 'kate',
    path: '/',
    act: ownProfile,
    shows: 'Your profile is private: others see only your name, picture and location.',
  },
  { name: 'profile-own-empty', who: 'new', path: '/', act: ownProfile, shows: "You haven't added a bio yet." },
  { name: 'profile-edit', who: 'kate', path: '/profile/edit', shows: 'Save Profile' },
  {
    name: 'profile-edit-refused',
    who: 'new',
    path: '/profile/edit',
    act: open('Save Profile'),
    shows: 'First name and last name are required',
  },
  { name: 'your-data', who: 'kate', path: '/your-data', shows: 'Sign out everywhere else' },
  { name: 'your-data-one', who: 'new', path: '/your-data', shows: /· now$/ },
  { name: 'your-data-loading', who: 'kate', path: '/your-data', hold: '**/api/auth/sign-ins', act: signInsHeading, shows: 'Loading...' },
  {
    name: 'your-data-unread',
    who: 'kate',
    path: '/your-data',
    before: inTrouble('/api/auth/sign-ins'),
    shows: "The server couldn't send it. Please try again.",
  },
  {
    name: 'your-data-never-seen',
    who: 'kate',
    path: '/',
    offline: true,
    act: goTo('/your-data'),
    shows: "The list loads when you're online.",
  },
  { name: 'your-data-offline', who: 'kate', path: '/your-data', offline: true, act: open('Refresh'), shows: /^Offline. Last updated/ },
  {
    name: 'your-data-signing-out',
    who: 'kate',
    path: '/your-data',
    hold: '**/api/auth/sign-ins/*',
    act: open(/^Sign out: /),
    shows: 'Signing out...',
  },
  {
    name: 'your-data-sign-out-failed',
    who: 'kate',
    path: '/your-data',
    before: inTrouble('/api/auth/sign-ins/'),
    act: open(/^Sign out: /),
    shows: 'Failed to sign out that device',
  },
  { name: 'export-choice', who: 'kate', path: '/your-data', before: exportIs(null), shows: 'Size of a file' },
  {
    name: 'export-preparing',
    who: 'kate',
    path: '/your-data',
    before: exportIs({ state: 'preparing', filesDone: 16, filesTotal: 38 }),
    shows: 'Preparing 42 %',
  },
  {
    name: 'export-ready',
    who: 'kate',
    path: '/your-data',
    before: exportIs({
      state: 'ready',
      filesDone: 38,
      filesTotal: 38,
      parts: [4e9, 4e9, 4e9, 2.2e9],
      lost: 1,
      damaged: 2,
      keptUntil: '2026-12-07T10:00:00.000Z',
    }),
    shows: 'Part 4 of 4, 2.2 GB',
  },
  {
    name: 'export-failed',
    who: 'kate',
    path: '/your-data',
    before: exportIs({ state: 'failed', filesDone: 3, filesTotal: 38 }),
    shows: 'The server tried several times. Please prepare it again.',
  },
  {
    name: 'export-unread',
    who: 'kate',
    path: '/your-data',
    before: inTrouble('/api/export'),
    shows: "Couldn't load this. Please try again.",
  },
  { name: 'import-mapping', who: 'kate', path: '/your-data', act: spreadsheet(SHEET), shows: /^Not among your dogs: Rex/ },
  {
    name: 'import-planned',
    who: 'kate',
    path: '/your-data',
    act: async (page) => {
      await spreadsheet(SHEET)(page);
      await button(page, 'Show what it adds').click();
    },
    shows: "One line can't be read",
  },
  { name: 'import-refused', who: 'kate', path: '/your-data', act: spreadsheet('Date,Title'), shows: /^This file has no sessions/ },
  { name: 'delete-account', who: 'kate', path: '/your-data', before: deletionIs(), act: open('Delete account…'), shows: 'What stays:' },
  {
    name: 'delete-account-only-admin',
    who: 'kate',
    path: '/your-data',
    before: deletionIs({ isOnlyAdmin: true }),
    act: chain(
      open('Delete account…'),
      (page) => page.getByLabel('Now').check(),
      (page) => button(dialog(page, 'Delete account'), 'Delete account').click(),
    ),
    shows: 'This is not the email address of this account',
  },
  {
    name: 'delete-account-unread',
    who: 'kate',
    path: '/your-data',
    before: inTrouble('/api/account/deletion'),
    act: open('Delete account…'),
    shows: "Couldn't load this. Please try again.",
  },
  { name: 'account-deleted', who: 'kate', path: '/', before: deletedHere, shows: /Receipt 7F3A-91C2/ },
  { name: 'account-deleted-elsewhere', who: 'kate', path: '/', before: DELETED, shows: 'Nothing of it is left on this device.' },
  { name: 'admin', who: 'kate', path: '/admin', shows: /Beta Testers/ },
  { name: 'admin-checking', who: 'kate', path: '/admin', hold: '**/api/admin/**', shows: 'Checking access...' },
  {
    name: 'admin-unread',
    who: 'kate',
    path: '/admin',
    before: inTrouble('/api/admin/'),
    shows: "The server couldn't send them. Please try again.",
  },
  { name: 'reports', who: 'kate', path: '/admin/reports', shows: 'Session: Article indication, aged 40 min' },
  {
    name: 'reports-opened',
    who: 'kate',
    path: '/admin/reports',
    act: open(/^Open Session/),
    shows: 'Reported by',
  },
  { name: 'reports-deciding', who: 'kate', path: '/admin/reports', act: open(/^Take down/), shows: 'Your reason' },
  { name: 'reports-decided', who: 'kate', path: '/admin/reports?tab=decided', shows: 'Log of decisions' },
  { name: 'reports-appeals', who: 'kate', path: '/admin/reports?tab=appeals', shows: 'No appeals' },
  { name: 'reports-age', who: 'kate', path: '/admin/reports', act: open('Correct an age'), shows: 'How you know' },
  { name: 'reports-loading', who: 'kate', path: '/admin/reports', hold: '**/api/admin/**', shows: 'Loading reports...' },
  { name: 'reports-unread', who: 'kate', path: '/admin/reports', before: inTrouble('/api/admin/'), shows: "Couldn't load the reports" },
  { name: 'report', who: 'kate', path: '/', act: chain(openHelens, open('Report this session')), shows: 'What is wrong with it?' },
  {
    name: 'report-refused',
    who: 'kate',
    path: '/',
    act: chain(openHelens, open('Report this session'), open('Send report')),
    shows: 'Please choose what is wrong with it',
  },
  { name: 'report-public', who: 'nobody', path: `/report/${SHARED_SESSION}`, shows: 'What is wrong with it?' },
  { name: 'complaints', who: 'nobody', path: '/complaints', shows: 'What is it about?' },
  { name: 'rules', who: 'nobody', path: '/rules', shows: 'Not allowed' },
  { name: 'age', who: 'unasked', path: '/', shows: 'How old are you?' },
  { name: 'server', who: 'kate', path: '/server', shows: /^No mail|^Everything is well/ },
  { name: 'server-loading', who: 'kate', path: '/server', hold: '**/api/admin/**', shows: 'Loading...' },
  { name: 'server-checking', who: 'kate', path: '/server', hold: '**/api/admin/server/mistakes', shows: 'Checking the setup...' },
  { name: 'server-unread', who: 'kate', path: '/server', before: inTrouble('/api/admin/'), shows: "Couldn't load the page" },
  { name: 'server-offline', who: 'kate', path: '/', offline: true, act: goTo('/server'), shows: 'The page loads when it answers.' },
  { name: 'admin-search', who: 'kate', path: '/admin?q=marches', shows: /Beta Testers/ },
  { name: 'admin-offline', who: 'kate', path: '/', offline: true, act: goTo('/admin'), shows: "The lists refresh when you're online." },
];

/**
 * Whether a state needs its own page, because it and other states on the same page would affect each other.
 * @param {ScreenState} state
 */
export const isForItself = ({ before, hold, offline }) => Boolean(before ?? hold ?? offline);

function log(title) {
  return async (page) => {
    await button(page, 'Log a session').click();
    const adding = dialog(page, 'Add Training Log');
    await adding.getByLabel('Title').fill(title);
    await button(adding, 'Save').click();
    await adding.waitFor({ state: 'detached' });
    await entry(page, title).waitFor();
  };
}

/**
 * Leads a page of the state's person to the state.
 * @param {import('playwright').Page} page
 * @param {string} origin
 * @param {ScreenState} state
 */
export async function leadTo(page, origin, { who, path, before, hold, offline, act, shows }) {
  if (before) await page.addInitScript(before);
  if (hold) await page.route(hold, () => {});
  await page.goto(origin + path);
  if ((who === 'kate' || who === 'new') && !before && !hold) await page.getByText('All synced').first().waitFor({ state: 'attached' });
  if (offline) {
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active.state !== 'activated') await new Promise((resolve) => active.addEventListener('statechange', resolve));
    });
    await page.context().setOffline(true);
  }
  await act?.(page);
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
}
