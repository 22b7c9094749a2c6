import { beforeEach, expect, it } from 'vitest';
import type { NewPartnerLink } from '../../api/contract/partner-links.ts';
import { readSetting } from '../../sync/store/settings.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { keepLinkReady } from './keep-link-ready.ts';
import { isUsable } from './link-age.ts';
import { checkLink, type LinkDevice, markLink, renewLink } from './ready-link.ts';

const DAY_MS = 86_400_000;
const USER = '22222222-2222-4222-8222-222222222222';

let device: LinkDevice;
let clock: { now: number };
let sent: string[];
/** On the server. */
let open: { id: string; isKept: boolean }[];
let isOffline: boolean;
let devices = 0;
beforeEach(async () => {
  clock = { now: Date.UTC(2026, 10, 30) };
  [sent, open, isOffline] = [[], [], false];
  devices += 1;
  const store = await openTestStore(USER, `links ${devices}`);
  const inWords = ({ id, isKept }: { id: string; isKept: boolean }) => ({
    id,
    isKept,
    createdAt: '2026-11-30T00:00:00.000Z',
    expiresAt: '2026-12-14T00:00:00.000Z',
  });
  const fetch = async (request: Request): Promise<Response> => {
    if (isOffline) throw new TypeError('No network');
    sent.push(request.method);
    if (request.method === 'GET') return Response.json(open.map(inWords));
    if (request.method === 'DELETE') {
      const isThere = open.some(({ id }) => request.url.endsWith(id));
      open = open.filter(({ id }) => !request.url.endsWith(id));
      return isThere ? Response.json({}) : Response.json({ code: 'not_found' }, { status: 404 });
    }
    const made = { id: `${String(open.length + sent.length).padStart(8, '0')}-1111-4111-8111-111111111111`, isKept: false };
    open.push(made);
    const secrets: NewPartnerLink['secrets'] = { request: 'r'.repeat(43), partner: 'p'.repeat(43) };
    return Response.json({ ...inWords(made), secrets }, { status: 201 });
  };
  device = { store, ports: testPorts({ fetch, clock }) };
});

const held = () => readSetting(device.store, 'partnerLink');
const heldId = async () => (await held())?.id;

it('makes a link, and asks again after a day at the earliest', async () => {
  await keepLinkReady(device);
  const id = await heldId();
  expect(open).toMatchObject([{ id }]);
  clock.now += DAY_MS - 1;
  await keepLinkReady(device);
  expect(sent).toEqual(['GET', 'POST']);
  clock.now += 1;
  await keepLinkReady(device);
  expect(sent).toEqual(['GET', 'POST', 'GET']);
  expect(await heldId()).toBe(id);
});

it.each([
  ['used or revoked', () => (open = [])],
  ['kept by someone', () => (open = open.map((link) => ({ ...link, isKept: true })))],
  ['past half of its time', () => (clock.now += 7 * DAY_MS + 1)],
])('makes another link once the old one is %s', async (_why, happens) => {
  await keepLinkReady(device);
  const id = await heldId();
  happens();
  await checkLink(device);
  expect(await heldId()).not.toBe(id);
});

it('asks again after the link was shown, and shows another one after it was shared', async () => {
  await keepLinkReady(device);
  const id = await heldId();
  await markLink(device, 'wasShown');
  await keepLinkReady(device);
  expect(await held()).toMatchObject({ id, wasShown: false });
  await markLink(device, 'wasShared');
  await keepLinkReady(device);
  expect(await held()).toMatchObject({ wasShared: false });
  expect(await heldId()).not.toBe(id);
  // The one that was sent still works.
  expect(open.map((link) => link.id)).toContain(id);
});

it('keeps its link without a connection, until it has expired', async () => {
  await keepLinkReady(device);
  const link = await held();
  isOffline = true;
  clock.now += 14 * DAY_MS - 1;
  await expect(keepLinkReady(device)).rejects.toThrow('No network');
  expect(await held()).toEqual(link);
  expect(isUsable(link!, clock.now)).toBe(true);
  expect(isUsable(link!, clock.now + 1)).toBe(false);
});

it('replaces the link on request, also one that has ended meanwhile', async () => {
  await keepLinkReady(device);
  const first = await heldId();
  await renewLink(device);
  const second = await heldId();
  expect(open.map(({ id }) => id)).toEqual([second]);
  expect(second).not.toBe(first);
  open = [];
  await renewLink(device);
  expect(open).toHaveLength(1);
});

it.each([
  ['sent to someone', () => markLink(device, 'wasShared')],
  ['kept by someone', async () => (open = open.map((link) => ({ ...link, isKept: true })))],
])('leaves a link open that was %s', async (_why, happens) => {
  await keepLinkReady(device);
  const id = await heldId();
  await happens();
  await renewLink(device);
  expect(open.map((link) => link.id)).toEqual([id, await heldId()]);
});

it('names the links of other devices', async () => {
  await keepLinkReady(device);
  const other = { id: '99999999-1111-4111-8111-111111111111', isKept: true };
  open.push(other);
  expect(await checkLink(device)).toMatchObject([other]);
});
