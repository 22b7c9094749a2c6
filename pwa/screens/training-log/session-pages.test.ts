import { expect, it, vi } from 'vitest';
import type { Video } from '../../../api/contract/entities/video.ts';
import { listSessions } from '../../../sync/queries/sessions.ts';
import { storedRow } from '../../../sync/store/stored-row.ts';
import { openTestStore } from '../../../sync/testing/open-test-store.ts';
import { trainedSession } from '../../../sync/testing/trained-session.ts';
import { type KeptPages, openSessionPages, type ReadSessions } from './session-pages.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const at = (hour: number) => new Date(Date.UTC(2020, 0, 1, hour)).toISOString();

const session = (number: number, changes: Partial<Video> = {}) => trainedSession(ANNA, number, at(number), changes);

async function log(count: number) {
  const store = await openTestStore(ANNA);
  const hold = (rows: Video[]) => store.view('videos').bulkPut(rows.map((row) => storedRow('videos', row, `own:${ANNA}`, ANNA)));
  await hold(Array.from({ length: count }, (_, number) => session(number)));
  let stretches = 0;
  let read: ReadSessions = { cards: [], complete: false };
  const open = (kept: KeptPages = []) =>
    openSessionPages(
      (stretch) => {
        stretches += 1;
        return listSessions(store, { scope: 'all', ...stretch });
      },
      (now) => {
        read = now;
      },
      kept,
    );
  const titles = () => read.cards.map(({ video }) => video.title);
  const untilRead = (count: number) => vi.waitFor(() => expect(read.cards).toHaveLength(count), { timeout: 30_000 });
  return { hold, open, read: () => read, titles, untilRead, stretches: () => stretches };
}

it('loads a long log page by page, complete and in order', async () => {
  const { open, untilRead, titles, read } = await log(120);
  const pages = open();
  await untilRead(12);
  expect(read().complete).toBe(false);
  for (const count of [52, 92, 120]) {
    pages.more();
    await untilRead(count);
  }
  expect(titles()).toEqual(Array.from({ length: 120 }, (_, number) => `Session ${119 - number}`));
  expect(read().complete).toBe(true);
  pages.more();
  pages.close();
});

it('reloads only the changed page and keeps the identity of other cards', async () => {
  const { hold, open, untilRead, read, stretches, titles } = await log(120);
  const pages = open();
  await untilRead(12);
  pages.more();
  await untilRead(52);
  // A new page has an open end, so it reloads once for a change below it; after that its end is fixed.
  const first = stretches();
  await hold([session(90, { title: 'Changed before' })]);
  await vi.waitFor(() => expect(stretches()).toBe(first + 2), { timeout: 30_000 });
  await vi.waitFor(() => expect(titles()[29]).toBe('Changed before'), { timeout: 30_000 });
  const before = { cards: read().cards, stretches: stretches() };

  await hold([session(100, { title: 'Changed' })]);
  await vi.waitFor(() => expect(titles()[19]).toBe('Changed'), { timeout: 30_000 });
  expect(stretches()).toBe(before.stretches + 1);
  const same = read().cards.filter((card, index) => card === before.cards[index]);
  expect(same).toHaveLength(51);

  await hold([session(200)]);
  await vi.waitFor(() => expect(titles()[0]).toBe('Session 200'), { timeout: 30_000 });
  expect(stretches()).toBe(before.stretches + 2);
  expect(read().cards).toHaveLength(53);
  await hold([session(119, { deletedAt: at(300) })]);
  await vi.waitFor(() => expect(titles()[1]).toBe('Session 118'), { timeout: 30_000 });
  pages.close();
});

it('updates pages near the screen, and others when they come near', async () => {
  const { hold, open, untilRead, stretches, titles } = await log(400);
  const pages = open();
  await untilRead(12);
  for (const count of [52, 92, 132, 172, 212]) {
    pages.more();
    await untilRead(count);
  }
  pages.look(200, 206);
  const before = stretches();
  await hold([session(360, { title: 'Far above' }), session(190, { title: 'Near' })]);
  await vi.waitFor(() => expect(titles()[209]).toBe('Near'), { timeout: 30_000 });
  expect(stretches()).toBeLessThanOrEqual(before + 3);
  expect(titles()[39]).toBe('Session 360');

  pages.look(30, 36);
  await vi.waitFor(() => expect(titles()[39]).toBe('Far above'), { timeout: 30_000 });
  pages.close();
});

it('reopens with the kept pages, plus new sessions', async () => {
  const { hold, open, untilRead, titles } = await log(120);
  const first = open();
  await untilRead(12);
  first.more();
  await untilRead(52);
  const kept = first.keep();
  first.close();
  await hold([session(300)]);
  const second = open(kept);
  await vi.waitFor(() => expect(titles()[0]).toBe('Session 300'), { timeout: 30_000 });
  expect(titles()).toHaveLength(53);
  second.more();
  await untilRead(93);
  second.close();
});

it('starts again with the first page when a thousand sessions arrive at once', async () => {
  const { hold, open, untilRead, titles, read } = await log(30);
  const pages = open();
  await untilRead(12);
  pages.more();
  await untilRead(30);
  await hold(Array.from({ length: 1_000 }, (_, number) => session(1_000 + number)));
  await vi.waitFor(() => expect(titles()[0]).toBe('Session 1999'), { timeout: 30_000 });
  await untilRead(12);
  expect(read().complete).toBe(false);
  pages.more();
  await untilRead(52);
  expect(titles().at(-1)).toBe('Session 1948');
  pages.close();
});
