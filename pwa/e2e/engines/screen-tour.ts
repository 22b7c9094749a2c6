import { DEMO_EMAIL } from '../../../api/db/demo-kennel.ts';
import { FIELD_PATH } from '../../field/field-path.ts';
import { FIRST_RUN_PATH, LED_HERE } from '../../first-run/first-run-path.ts';
import type { Server } from '../harness/server.ts';
import type { EnginePage } from './engine-page.ts';
import { signIn } from './sign-in.ts';

/** `state` is the router's state that a link within the app passes beside the path. */
type Screen = readonly [path: string, words: RegExp, state?: unknown];

/** Screens with words of the demo kennel that they must show, in the order of `app.tsx`. The tour adds those with an id. */
const SCREENS: readonly Screen[] = [
  ['/', /Heelwork with the head up/],
  ['/my-dogs', /Juno/],
  ['/cues', /Sam Okoro/],
  ['/cues?tab=mine', /Away/],
  ['/programs', /Class C by spring/],
  ['/community', /Sam Okoro/],
  ['/friends', /Ines Abernathy/],
  ['/join', /Partner link/],
  ['/admin', /sam@longline\.example/],
  ['/server', /Films and pictures as sent/],
  ['/admin/reports', /Nothing to decide/],
  ['/profile/edit', /Save Profile/],
  ['/your-data', /Where you are signed in/],
  ['/device', /Works offline|Opens only with signal/],
  ['/no-such-page', /not found/i],
  [FIELD_PATH, /Start set/],
  [FIRST_RUN_PATH, /Who is training\?/, LED_HERE.state],
];
/** Browsers report this error when sizes settle one frame later, which is harmless (Resize Observer, section 3.3). */
const HARMLESS = /^ResizeObserver loop completed with undelivered notifications\.$/;
const BROKEN = /can[’']t be shown|Something went wrong/;

/**
 * Opens every screen of a full kennel once.
 * @returns for each screen with faults: what can't be shown, errors on the console, and errors that no code caught
 */
export async function faultsOfScreens(page: EnginePage, server: Server): Promise<{ path: string; faults: string[] }[]> {
  const { session } = page;
  await signIn(page, server, DEMO_EMAIL);
  await page.shows(/All synced/);
  const ids = await session.run(async () => {
    const [session] = (await (await fetch('/api/videos')).json()) as { id: string }[];
    const [program] = (await (await fetch('/api/programs')).json()) as { id: string }[];
    const user = (await (await fetch('/api/auth/user')).json()) as { id: string };
    return { session: session?.id, program: program?.id, user: user.id };
  });
  await session.errors();
  const found = [];
  const withIds: readonly Screen[] = [
    [`/video/${ids.session}`, /comment/i],
    [`/programs/${ids.program}`, /Ten clean barks at the blind/],
    [`/profile/${ids.user}`, /Kate Ashdown/],
  ];
  for (const [path, words, state] of [...SCREENS, ...withIds]) {
    await session.run(goTo, path, state);
    await page.shows(words, 'main');
    const text = await session.run(() => document.body.innerText);
    const errors = await session.errors();
    const faults = [...(text.match(BROKEN) ?? []), ...errors.filter((error) => !HARMLESS.test(error))];
    if (faults.length > 0) found.push({ path, faults });
  }
  return found;
}

/** Follows a link within the app, which keeps the document. @param state stored under `usr`, as the router does */
function goTo(path: string, state: unknown = null): void {
  history.pushState({ usr: state }, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
