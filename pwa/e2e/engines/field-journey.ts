import { expect } from 'vitest';
import type { Server } from '../harness/server.ts';
import { storedSha256s } from '../harness/stored-sha256s.ts';
import type { VideoFile } from '../harness/video-file.ts';
import type { EnginePage } from './engine-page.ts';

const TITLE = 'Send-away to second marker';
const CARD = 'article';
const UNSYNCED = /(Saved on this|Waiting for signal|Uploading|Couldn’t|Couldn't)/;

/**
 * The journey that must work in every engine: sign in, log a session with a video offline, reload, sync when the connection
 * is back, and deliver the video unchanged.
 */
export async function fieldJourney(page: EnginePage, server: Server, email: string, film: VideoFile): Promise<void> {
  const { session } = page;
  await signIn(page, server, email);
  await session.run(async () => void (await navigator.serviceWorker.ready));

  await server.connection.cut();
  await page.click(/^Log a session$/);
  await page.fill(/^Title/, TITLE);
  await page.fill(/^Notes/, '30 m, 4/5 straight.');
  await page.pickFile(film.path);
  await page.click(/^Save/);
  await page.lacks('dialog[open]');
  await page.shows(new RegExp(`${TITLE}[^]*${UNSYNCED.source}`), CARD);

  await session.reload();
  await page.shows(new RegExp(`${TITLE}[^]*${UNSYNCED.source}`), CARD);

  await server.connection.mend();
  await page.shows(/All synced/);
  await session.reload();
  // A synced entry shows no sync state.
  await page.shows(new RegExp(TITLE), CARD);
  await page.shows(/All synced/);
  expect(await session.run((card: string) => document.querySelector(card)?.textContent, CARD)).not.toMatch(UNSYNCED);
  expect(await storedSha256s(server)).toContain(film.sha256);
  const logs = await session.run(async () => (await (await fetch('/api/videos')).json()) as unknown);
  expect(logs).toMatchObject([{ title: TITLE, description: '30 m, 4/5 straight.', videoUrl: expect.stringMatching(/^\/objects\//) }]);
}

async function signIn(page: EnginePage, server: Server, email: string): Promise<void> {
  await page.session.goto(server.url);
  await page.click(/^Beta Tester Login/);
  await page.fill(/^E-?mail/i, email);
  const code = await server.codeFor(email, () => page.click(/^Send code/));
  await page.fill(/code/i, code);
  await page.click(/^Sign in/i);
  await page.shows(/Training Log/, 'h1');
}
