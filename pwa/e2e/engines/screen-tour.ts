import { DEMO_EMAIL } from '../../../api/db/demo-kennel.ts';
import type { Server } from '../harness/server.ts';
import type { EnginePage } from './engine-page.ts';
import { signIn } from './sign-in.ts';

/** Every screen with words of the demo kennel that it must show, in the order of `app.tsx`. */
const SCREENS: readonly (readonly [path: string, words: RegExp])[] = [
  ['/', /Heelwork with the head up/],
  ['/my-dogs', /Juno/],
  ['/cues', /Sam Okoro/],
  ['/cues?tab=mine', /Away/],
  ['/programs', /Class C by spring/],
  ['/community', /Sam Okoro/],
  ['/friends', /Ines Abernathy/],
  ['/admin', /sam@longline\.example/],
  ['/profile/edit', /Save Profile/],
  ['/your-data', /Where you are signed in/],
  ['/device', /Works offline|Opens only with signal/],
  ['/no-such-page', /not found/i],
];
/** The specification's name for sizes that settle one frame later, which is harmless (Resize Observer, section 3.3). */
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
    const user = (await (await fetch('/api/auth/user')).json()) as { id: string };
    return { session: session?.id, user: user.id };
  });
  await session.errors();
  const found = [];
  for (const [path, words] of [...SCREENS, [`/video/${ids.session}`, /comment/i], [`/profile/${ids.user}`, /Kate Ashdown/]] as const) {
    await session.run(goTo, path);
    await page.shows(words, 'main');
    const text = await session.run(() => document.body.innerText);
    const errors = await session.errors();
    const faults = [...(text.match(BROKEN) ?? []), ...errors.filter((error) => !HARMLESS.test(error))];
    if (faults.length > 0) found.push({ path, faults });
  }
  return found;
}

/** Follows a link within the app, as people do: the document stays. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
