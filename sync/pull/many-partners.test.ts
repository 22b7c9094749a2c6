import { expect, test } from 'vitest';
import { feedName, type FeedPage, type PullAnswer, type PullRequest } from '../../api/contract/sync-protocol.ts';
import { type FirstReading, readFirstReading } from '../status/first-sync.ts';
import type { Store } from '../store/store.ts';
import { type CountedWork, countingWork } from '../testing/counting-work.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { pull } from './pull.ts';

const USER = '6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b';
const EPOCH = '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11';
const AT = '2026-05-01T09:00:00.000Z';
const SESSIONS = 20;
const FEEDS_PER_ANSWER = 10;

const partnerId = (partner: number) => `00000000-0000-4000-8000-${String(partner).padStart(12, '0')}`;

/** One partner's whole feed, as a page of an answer that has room for it. */
function pageOf(partner: number): FeedPage {
  const entries = Array.from({ length: SESSIONS }, (_, nth) => {
    const row = trainedSession(partnerId(partner), partner * SESSIONS + nth, AT);
    return { entity: 'videos' as const, id: row.id, row: { ...row } };
  });
  return {
    feed: feedName('shown', partnerId(partner)),
    cursor: { epoch: EPOCH, position: SESSIONS },
    fromStart: true,
    entries,
    more: false,
  };
}

const ownPage: FeedPage = {
  feed: feedName('own', USER),
  cursor: { epoch: EPOCH, position: 0 },
  fromStart: true,
  entries: [],
  more: false,
};

/** How a server answers a device that has read the feeds of `read` of its partners. */
type Server = (read: number, partners: number) => PullAnswer;

const answering =
  (waitingPages: number): Server =>
  (read, partners) => {
    const pages = Array.from({ length: partners }, (_, partner) => pageOf(partner));
    const end = read + FEEDS_PER_ANSWER;
    const waiting = pages
      .slice(end, end + waitingPages)
      .map((page) => ({ ...page, cursor: { epoch: EPOCH, position: 0 }, entries: [], more: true }));
    const now = [...(read === 0 ? [ownPage] : []), ...pages.slice(read, end)];
    return { readable: [ownPage.feed, ...pages.map(({ feed }) => feed)], pages: [...now, ...waiting] };
  };

/** Names the next feed only (docs/decisions/0111). */
const server = answering(1);
/** Has an empty page for each feed whose turn has not come. */
const olderServer = answering(Number.POSITIVE_INFINITY);

async function firstPull(
  store: Store,
  partners: number,
  { answer, asked }: { answer: Server; asked?: () => Promise<void> },
): Promise<void> {
  const ports = testPorts({
    fetch: async (request) => {
      await asked?.();
      const { cursors } = (await request.json()) as PullRequest;
      const read = Object.values(cursors).filter(({ position }) => position === SESSIONS).length;
      const { readable, pages } = answer(read, partners);
      // A full read begins with the page that first names its feed.
      return Response.json({ readable, pages: pages.map((page) => (cursors[page.feed] ? { ...page, fromStart: false } : page)) });
    },
  });
  expect(await pull(store, ports)).toMatchObject({ setback: null });
}

async function mustHoldAll(store: Store, partners: number) {
  expect(await store.view('videos').count()).toBe(partners * SESSIONS);
  expect(await store.cursors.count()).toBe(1 + partners);
  expect((await store.cursors.toArray()).filter(({ reading }) => reading !== null)).toEqual([]);
}

/** The work of a first pull per session. */
async function workOfFirstPull(partners: number): Promise<CountedWork> {
  const store = await openTestStore(USER, `with ${partners}`);
  const work = await countingWork(store);
  await firstPull(store, partners, { answer: server });
  const { statements, read, written } = work;
  await mustHoldAll(store, partners);
  const sessions = partners * SESSIONS;
  return { statements: statements / sessions, read: read / sessions, written: written / sessions };
}

test('the first pull does no more work per session with 200 partners than with 20', async () => {
  const few = await workOfFirstPull(20);
  const many = await workOfFirstPull(200);
  for (const kind of ['statements', 'read', 'written'] as const) expect(many[kind] / few[kind], kind).toBeLessThan(1.3);
});

test('the first sync is not done before the feeds of all partners are read', async () => {
  const store = await openTestStore(USER);
  const seen: FirstReading[] = [];
  const asked = async () => {
    seen.push(await readFirstReading(store));
  };
  await firstPull(store, 35, { answer: server, asked });
  expect(seen).toEqual(['coming', 'coming', 'coming', 'coming']);
  expect(await readFirstReading(store)).toBe('done');
});

test('reads everything from an older server, which has a page for each feed', async () => {
  const store = await openTestStore(USER);
  await firstPull(store, 35, { answer: olderServer });
  await mustHoldAll(store, 35);
});
