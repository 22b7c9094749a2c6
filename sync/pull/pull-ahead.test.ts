import { expect, test } from 'vitest';
import { ENTITY_NAMES } from '../../api/contract/entities.ts';
import { type Dog, NEW_DOG } from '../../api/contract/entities/dog.ts';
import { feedName, type PullAnswer, type PullRequest } from '../../api/contract/sync-protocol.ts';
import { pull } from './pull.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';

const USER = '6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b';
const EPOCH = '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11';
const FEED = feedName('own', USER);
const PAGES = 4;
const KINDS = ENTITY_NAMES.length;

const dogId = (place: number) => `00000000-0000-4000-8000-00000000000${place}`;
const at = '2026-05-01T09:00:00.000Z';
const dog = (place: number): Dog => ({
  ...NEW_DOG,
  id: dogId(place),
  ownerId: USER,
  name: `Dog ${place}`,
  breed: 'Collie',
  birthdate: '2020-01-01',
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
  version: 1,
});

/** One row per page, at the position where the page ends. */
const answerAt = (position: number): PullAnswer => ({
  readable: [FEED],
  pages: [
    {
      feed: FEED,
      cursor: { epoch: EPOCH, position: position + 1 },
      fromStart: position === 0,
      entries: [{ entity: 'dogs', id: dogId(position + 1), row: dog(position + 1) }],
      more: position + 1 < PAGES,
    },
  ],
});

test('requests each page once, in order, with the cursors that the previous page will leave', async () => {
  const store = await openTestStore(USER);
  const asked: number[] = [];
  const ports = testPorts({
    fetch: async (request) => {
      const { cursors } = (await request.json()) as PullRequest;
      const position = cursors[FEED]?.position ?? 0;
      asked.push(position);
      // The device sends the next request before it applies this page.
      return Response.json(answerAt(position));
    },
  });
  expect(await pull(store, ports)).toEqual({ setback: null, changedOffers: false });
  expect(asked).toEqual([0, 1, 2, 3]);
  expect(await store.view('dogs').count()).toBe(PAGES);
  expect(await store.cursors.toArray()).toEqual([{ feed: FEED, cursor: { epoch: EPOCH, position: PAGES }, reading: null, kinds: KINDS }]);
});

test('continues where another engine stopped, without skipping a page', async () => {
  const store = await openTestStore(USER);
  const asked: number[] = [];
  const ports = testPorts({
    fetch: async (request) => {
      const { cursors } = (await request.json()) as PullRequest;
      const position = cursors[FEED]?.position ?? 0;
      asked.push(position);
      if (asked.length === 1) {
        // The other engine applies the first two pages, then its tab closes.
        await store.view('dogs').bulkPut([1, 2].map((place) => ({ ...dog(place), feed: FEED, live: at })));
        await store.cursors.put({ feed: FEED, cursor: { epoch: EPOCH, position: 2 }, reading: { otherEpoch: true }, kinds: KINDS });
      }
      return Response.json(answerAt(position));
    },
  });
  expect(await pull(store, ports)).toEqual({ setback: null, changedOffers: false });
  expect(asked).toEqual([0, 1, 2, 3]);
  expect((await store.view('dogs').toArray()).map(({ name }) => name).sort()).toEqual(['Dog 1', 'Dog 2', 'Dog 3', 'Dog 4']);
  expect(await store.cursors.toArray()).toEqual([{ feed: FEED, cursor: { epoch: EPOCH, position: PAGES }, reading: null, kinds: KINDS }]);
});

test('carries the places that are not read yet in each request', async () => {
  const store = await openTestStore(USER);
  const reached = { position: 3, branch: 'left' };
  await store.cursors.put({ feed: FEED, cursor: { epoch: EPOCH, position: 1, reached }, reading: null, kinds: KINDS });
  const asked: unknown[] = [];
  const ports = testPorts({
    fetch: async (request) => {
      const { cursors } = (await request.json()) as PullRequest;
      asked.push(cursors[FEED]?.reached);
      return Response.json(answerAt(cursors[FEED]?.position ?? 0));
    },
  });
  expect(await pull(store, ports)).toEqual({ setback: null, changedOffers: false });
  expect(asked).toEqual([reached, reached, undefined]);
  expect(await store.cursors.toArray()).toEqual([{ feed: FEED, cursor: { epoch: EPOCH, position: PAGES }, reading: null, kinds: KINDS }]);
});

test('rejects with the store’s error when a write fails during the next request, and applies nothing partially', async () => {
  const store = await openTestStore(USER);
  const ports = testPorts({
    fetch: async (request) => {
      const { cursors } = (await request.json()) as PullRequest;
      const position = cursors[FEED]?.position ?? 0;
      if (position > 0) throw new TypeError('The connection is gone');
      return Response.json(answerAt(0));
    },
  });
  const full = new DOMException('No room', 'QuotaExceededError');
  store.view('dogs').hook('creating', () => {
    throw full;
  });
  await expect(pull(store, ports)).rejects.toThrow(/No room/);
  expect(await store.cursors.count()).toBe(0);
  expect(await store.view('dogs').count()).toBe(0);
});
