import { describe, expect, it } from 'vitest';
import { awaitAnswer, awaitRefusal } from './await-answer.ts';
import { createTestWorld, lost } from '../testing/test-world.ts';

const world = await createTestWorld();

async function twoPeople() {
  const [anna, ben] = await Promise.all([
    world.person(`anna${Math.random()}@example.org`),
    world.person(`ben${Math.random()}@example.org`),
  ]);
  return { anna, ben, annas: await world.device(anna), bens: await world.device(ben) };
}

describe('awaitAnswer', () => {
  it('resolves with the server’s answer when it arrives', async () => {
    const { annas, ben } = await twoPeople();
    const { key } = await annas.mutate('friendships.create', { payload: { friendId: ben.userId } });
    const answer = awaitAnswer(annas.store, annas.ports, key ?? '');
    await annas.sync();
    expect(await answer).toEqual({ state: 'confirmed' });
    expect(await awaitRefusal(annas.store, key ?? '')).toBeNull();
  });

  it('resolves with the reason of a refusal', async () => {
    const { annas, bens, anna, ben } = await twoPeople();
    await annas.mutate('friendships.create', { payload: { friendId: ben.userId } });
    await annas.sync();
    const { key } = await bens.mutate('friendships.create', { payload: { friendId: anna.userId } });
    const answer = awaitAnswer(bens.store, bens.ports, key ?? '');
    await bens.sync();
    const refusal = { state: 'refused', failure: { message: 'This person has already sent you a request' } };
    expect(await answer).toMatchObject(refusal);
    expect(await awaitRefusal(bens.store, key ?? '')).toMatchObject(refusal);
  });

  it('stops waiting when the server is unreachable', async () => {
    const { annas, ben } = await twoPeople();
    const { key } = await annas.mutate('friendships.create', { payload: { friendId: ben.userId } });
    annas.connection.carry = lost;
    const answer = awaitAnswer(annas.store, annas.ports, key ?? '');
    await annas.sync();
    expect(await answer).toEqual({ state: 'waiting' });
  });
});
