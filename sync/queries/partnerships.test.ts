import { describe, expect, it } from 'vitest';
import { createTestWorld, type TestDevice } from '../testing/test-world.ts';
import { listComments } from './comments.ts';
import { listPartnerships, listIncomingRequests, readPartnerships } from './partnerships.ts';
import { getOwnProfile, getPartner } from './people.ts';
import { listSessions } from './sessions.ts';

const world = await createTestWorld();

async function twoPeople() {
  const [anna, ben] = await Promise.all([
    world.person(`anna${Math.random()}@example.org`),
    world.person(`ben${Math.random()}@example.org`),
  ]);
  return { anna, ben, annas: await world.device(anna), bens: await world.device(ben) };
}

const inviteFrom = async (device: TestDevice, friendId: string) =>
  (await device.mutate('friendships.create', { payload: { friendId } })).id;

async function partners() {
  const people = await twoPeople();
  const { ben, annas, bens } = people;
  const id = await inviteFrom(annas, ben.userId);
  await annas.sync();
  await bens.sync();
  await bens.mutate('friendships.accept', { params: { id }, payload: { status: 'accepted' } });
  await bens.sync();
  await annas.sync();
  return { ...people, id };
}

describe('partnerships on the device', () => {
  it('show the right state to each of the two people', async () => {
    const { anna, ben, annas, bens } = await twoPeople();
    const id = await inviteFrom(annas, ben.userId);
    expect((await listPartnerships(annas.store)).sent).toMatchObject([{ partnerUserId: ben.userId, sync: { state: 'saved' } }]);
    expect((await readPartnerships(annas.store)).get(ben.userId)).toMatchObject({ state: 'sent', sync: { state: 'saved' } });
    await annas.sync();
    await bens.sync();
    expect((await listPartnerships(annas.store)).sent).toMatchObject([{ sync: { state: 'synced' } }]);
    expect(await listIncomingRequests(annas.store)).toEqual([]);
    expect(await listIncomingRequests(bens.store)).toMatchObject([{ id, friendEmail: anna.email }]);
    await bens.mutate('friendships.accept', { params: { id }, payload: { status: 'accepted' } });
    expect(await listIncomingRequests(bens.store)).toEqual([]);
    expect((await listPartnerships(bens.store)).partner).toMatchObject([{ partnerUserId: anna.userId, sync: { state: 'saved' } }]);
    expect((await readPartnerships(bens.store)).get(anna.userId)?.state).toBe('partner');
    await bens.sync();
    await annas.sync();
    expect((await readPartnerships(annas.store)).get(ben.userId)?.state).toBe('partner');
  });

  it('add the other person and their sessions, and remove both when they end', async () => {
    const { ben, annas, bens, id } = await partners();
    await bens.mutate('videos.create', { payload: { title: 'Blind search' } });
    await bens.sync();
    await annas.sync();
    expect(await getPartner(annas.store, ben.userId)).toMatchObject({ id: ben.userId });
    expect(await listSessions(annas.store, { scope: 'partners', limit: 5 })).toHaveLength(1);
    await bens.mutate('friendships.delete', { params: { id } });
    await bens.sync();
    await annas.sync();
    expect(await getPartner(annas.store, ben.userId)).toBeNull();
    expect(await listSessions(annas.store, { scope: 'partners', limit: 5 })).toEqual([]);
    expect((await listPartnerships(annas.store)).partner).toEqual([]);
  });
});

describe('comments on the device', () => {
  it('are listed newest first, even before the server has them, and show who may delete them', async () => {
    const { annas, bens } = await partners();
    const { id: videoId } = await bens.mutate('videos.create', { payload: { title: 'Blind search' } });
    await bens.sync();
    await annas.sync();
    await bens.mutate('comments.create', { params: { videoId }, payload: { content: 'First' } });
    await bens.sync();
    await annas.sync();
    annas.clock.now += 60_000;
    await annas.mutate('comments.create', { params: { videoId }, payload: { content: 'Second' } });
    expect(await listComments(annas.store, videoId)).toMatchObject([
      { comment: { content: 'Second' }, mayDelete: true, sync: { state: 'saved' } },
      { comment: { content: 'First' }, mayDelete: false, sync: { state: 'synced' } },
    ]);
    await annas.sync();
    await bens.sync();
    const second = (await listComments(bens.store, videoId)).find(({ comment }) => comment.content === 'Second');
    expect(second).toMatchObject({ mayDelete: true });
    await bens.mutate('comments.delete', { params: { videoId, id: second?.comment.id ?? '' } });
    await bens.sync();
    await annas.sync();
    expect((await listComments(annas.store, videoId)).map(({ comment }) => comment.content)).toEqual(['First']);
  });
});

describe('own profile', () => {
  it('is null before the first sync and available after it', async () => {
    const { anna, annas } = await twoPeople();
    expect(await getOwnProfile(annas.store)).toBeNull();
    await annas.sync();
    expect(await getOwnProfile(annas.store)).toMatchObject({ profile: { id: anna.userId }, sync: { state: 'synced' }, picture: null });
  });
});
