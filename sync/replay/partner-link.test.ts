import { expect, it } from 'vitest';
import type { NewPartnerLink } from '../../api/contract/partner-links.ts';
import { pull } from '../pull/pull.ts';
import { countWaitingJoins } from '../queries/waiting-joins.ts';
import { createTestWorld, lost } from '../testing/test-world.ts';

const world = await createTestWorld();
let people = 0;
const pair = async () => {
  people += 1;
  const ann = await world.person(`ann${people}@example.org`);
  const ben = await world.device(await world.person(`ben${people}@example.org`));
  await ben.sync();
  const { body } = await ann.call<NewPartnerLink>('POST', '/api/partner-links');
  return { ann, ben, link: body };
};

it('uses a link that waited, also if the answer was lost and the row came first', async () => {
  const { ben, link } = await pair();
  const { key } = await ben.mutate('friendships.join', { payload: { secret: link.secrets.partner } });
  expect(await countWaitingJoins(ben.store)).toBe(1);
  // The device does not know whose link it is.
  expect(await ben.store.view('friendships').count()).toBe(0);
  const { carry } = ben.connection;
  ben.connection.carry = async (request, pass) => {
    const answer = await carry(request, pass);
    return request.path === '/api/batch' ? lost() : answer;
  };
  await ben.sync();
  ben.connection.carry = carry;
  await pull(ben.store, ben.ports);
  expect(await ben.store.outbox.where('key').equals(key!).count()).toBe(1);
  expect(await ben.store.view('friendships').toArray()).toMatchObject([{ status: 'accepted' }]);
  ben.clock.now += 3_600_000;
  await ben.sync();
  expect(await ben.store.outbox.count()).toBe(0);
  expect(await ben.store.view('friendships').toArray()).toMatchObject([{ status: 'accepted' }]);
});

it('shows a refused link to its person, and leaves no row', async () => {
  const { ann, ben, link } = await pair();
  await ann.call('DELETE', `/api/partner-links/${link.id}`);
  await ben.mutate('friendships.join', { payload: { secret: link.secrets.request } });
  await ben.sync();
  expect(await ben.store.outbox.toArray()).toMatchObject([
    { state: 'refused', lastError: { status: 404, message: 'This link no longer works. Ask for a new one' } },
  ]);
  expect(await ben.store.view('friendships').count()).toBe(0);
  expect(await countWaitingJoins(ben.store)).toBe(0);
});
