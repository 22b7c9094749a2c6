import { describe, expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { storedRow } from '../store/stored-row.ts';
import { countingReads } from '../testing/counting-reads.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { lastSession, recentConditions, recentTitles, startOfSession } from './new-session.ts';

const FEN = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const BROCK = '8c2e3d4f-5a6b-4c7d-9e8f-0a1b2c3d4e5f';
type Conditions = Record<'weather' | 'surface' | 'place', string>;
const today = '2026-11-19';

async function openKennel() {
  const store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  const ports = testPorts();
  for (const [id, name] of [
    [FEN, 'Fen'],
    [BROCK, 'Brock'],
  ] as const)
    await mutate(store, ports, 'dogs.create', { id, payload: { name, breed: 'Border Collie', birthdate: '2022-08-03' } });
  const log = (trainedAt: string, dogId: string | null, title = 'Heel', conditions: Partial<Conditions> = {}) =>
    mutate(store, ports, 'videos.create', { payload: { title, dogId, trainedAt, trainedZone: 'Europe/London', ...conditions } });
  return { store, ports, log };
}

const dogOfNewSession = async (...parts: Parameters<typeof startOfSession>) => (await startOfSession(...parts)).dogId;

describe('the dog of a new session', () => {
  it('is the one trained last today, whatever was logged last', async () => {
    const { store, log } = await openKennel();
    await log('2026-11-19T10:00:00Z', BROCK);
    await log('2026-11-19T08:00:00Z', FEN);
    await log('2026-11-19T11:00:00Z', null);
    expect(await dogOfNewSession(store, { today })).toBe(BROCK);
  });

  it('is none when no dog was trained today', async () => {
    const { store, log } = await openKennel();
    await log('2026-11-18T23:30:00Z', BROCK);
    expect(await dogOfNewSession(store, { today })).toBeNull();
  });

  it('is the wanted dog, even if another one was trained today', async () => {
    const { store, log } = await openKennel();
    await log('2026-11-19T10:00:00Z', BROCK);
    expect(await dogOfNewSession(store, { wantedId: FEN, today })).toBe(FEN);
  });

  it('is never a retired, deleted or partner’s dog', async () => {
    const { store, ports, log } = await openKennel();
    await log('2026-11-19T10:00:00Z', BROCK);
    await log('2026-11-19T11:00:00Z', FEN);
    await mutate(store, ports, 'dogs.update', { params: { id: FEN }, payload: { retiredAt: '2026-11-19T12:00:00.000Z', base: {} } });
    const ofPartner = '11111111-1111-4111-8111-111111111111';
    for (const wantedId of [FEN, ofPartner]) expect(await dogOfNewSession(store, { wantedId, today })).toBe(BROCK);
    await mutate(store, ports, 'dogs.delete', { params: { id: BROCK } });
    for (const wantedId of [null, BROCK]) expect(await dogOfNewSession(store, { wantedId, today })).toBeNull();
  });
});

describe('suggestions for a new session', () => {
  it('are the last five titles without repeats, the chosen dog’s first', async () => {
    const { store, ports, log } = await openKennel();
    for (const [index, title] of ['Weaves', 'Track', 'Down', 'Sit', 'Recall', 'Track', 'Retrieve'].entries())
      await log(`2026-11-1${index}T10:00:00Z`, title === 'Track' || title === 'Weaves' ? FEN : BROCK, title);
    const gone = await log('2026-11-18T10:00:00Z', FEN, 'Deleted');
    await mutate(store, ports, 'videos.delete', { params: { id: gone.id } });
    expect(await recentTitles(store, FEN)).toEqual(['Track', 'Weaves', 'Retrieve', 'Recall', 'Sit']);
    expect(await recentTitles(store, null)).toEqual(['Retrieve', 'Track', 'Recall', 'Sit', 'Down']);
  });

  it('read at most a hundred sessions of a large log', async () => {
    const { store } = await openKennel();
    const me = store.userId;
    const rows = Array.from({ length: 3_000 }, (_, number) =>
      trainedSession(me, number, new Date(Date.UTC(2020, 0, 1 + number)).toISOString(), { dogId: FEN, title: 'Heel' }),
    );
    await store.view('videos').bulkPut(rows.map((row) => storedRow('videos', row, `own:${me}`, me)));
    const reads = await countingReads(store, 'videos');
    expect(await recentTitles(store, FEN)).toEqual(['Heel']);
    expect(await lastSession(store)).toMatchObject({ title: 'Heel', day: '2028-03-18' });
    await startOfSession(store, { today: '2028-03-18' });
    expect(reads.count).toBeGreaterThan(0);
    expect(reads.count).toBeLessThanOrEqual(110);
  });

  it('is the one made last, of several in the same minute', async () => {
    const store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f12');
    const clock = { now: Date.parse('2026-11-19T10:00:40Z') };
    const ports = testPorts({ clock });
    for (const [title, seconds] of [
      ['At the field', '35'],
      ['In the dialog', '00'],
      ['Again in the dialog', '00'],
    ] as const) {
      clock.now += 1_000;
      await mutate(store, ports, 'videos.create', { payload: { title, trainedAt: `2026-11-19T10:00:${seconds}Z`, trainedZone: 'UTC' } });
    }
    expect((await lastSession(store))?.title).toBe('Again in the dialog');
  });

  it('include the person’s newest session, without its dog once the dog is retired', async () => {
    const { store, ports, log } = await openKennel();
    expect(await lastSession(store)).toBeNull();
    await log('2026-11-18T10:00:00Z', FEN, 'Track');
    await log('2026-11-17T10:00:00Z', BROCK, 'Down');
    expect(await lastSession(store)).toEqual({ title: 'Track', dogId: FEN, day: '2026-11-18', sets: [] });
    await mutate(store, ports, 'dogs.update', { params: { id: FEN }, payload: { retiredAt: '2026-11-19T12:00:00.000Z', base: {} } });
    expect(await lastSession(store)).toEqual({ title: 'Track', dogId: null, day: '2026-11-18', sets: [] });
  });
});

describe('conditions offered for a new session', () => {
  it('are those of the person’s sessions, the last ones first and each once', async () => {
    const { store, log } = await openKennel();
    expect(await recentConditions(store)).toEqual({ weather: [], surface: [], place: [] });
    await log('2026-11-17T10:00:00Z', FEN, 'Track', { weather: 'Rain', place: 'Bryn Farm' });
    await log('2026-11-18T10:00:00Z', BROCK, 'Down', { weather: 'Fog', surface: 'Grass', place: 'Village hall' });
    await log('2026-11-19T10:00:00Z', FEN, 'Heel', { weather: 'Rain' });
    const ben = '22222222-2222-4222-8222-222222222222';
    const ofBen = { ...trainedSession(ben, 1, '2026-11-19T11:00:00Z'), place: 'Ben’s field' };
    await store.view('videos').put(storedRow('videos', ofBen, `shown:${ben}`, store.userId));
    expect(await recentConditions(store)).toEqual({ weather: ['Rain', 'Fog'], surface: ['Grass'], place: ['Village hall', 'Bryn Farm'] });
  });
});

describe('a session logged again', () => {
  it('begins with its title and dog, even if another dog was trained today', async () => {
    const { store, log } = await openKennel();
    await log('2026-11-19T10:00:00Z', BROCK);
    const { id } = await log('2026-11-10T10:00:00Z', FEN, 'Track');
    expect(await startOfSession(store, { againId: id, wantedId: BROCK, today })).toEqual({ title: 'Track', dogId: FEN });
  });

  it('begins like any new session when the earlier one was deleted or is another person’s', async () => {
    const { store, ports, log } = await openKennel();
    await log('2026-11-19T10:00:00Z', BROCK);
    const gone = await log('2026-11-10T10:00:00Z', FEN, 'Track');
    await mutate(store, ports, 'videos.delete', { params: { id: gone.id } });
    const ben = '22222222-2222-4222-8222-222222222222';
    const ofBen = trainedSession(ben, 1, '2026-11-10T10:00:00Z');
    await store.view('videos').put(storedRow('videos', ofBen, `shown:${ben}`, store.userId));
    for (const againId of [gone.id, ofBen.id]) expect(await startOfSession(store, { againId, today })).toEqual({ title: '', dogId: BROCK });
  });
});
