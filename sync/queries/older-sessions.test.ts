import { expect, it } from 'vitest';
import { PARTNER_SESSIONS_HELD } from '../../api/contract/limits.ts';
import { feedName } from '../../api/contract/sync-protocol.ts';
import { storedRow } from '../store/stored-row.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { heldSessions, olderThanHeld } from './older-sessions.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const BEN = '22222222-2222-4222-8222-222222222222';
const CLEO = '33333333-3333-4333-8333-333333333333';
const at = (day: number) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString();

it('names the moment before which a partner may have more sessions than the device holds', async () => {
  const store = await openTestStore(ANNA);
  const addPartnership = (friendId: string, status: 'accepted' | 'pending') =>
    store.view('friendships').put(
      storedRow(
        'friendships',
        {
          id: friendId,
          userId: ANNA,
          friendId,
          status,
          createdAt: at(0),
          friendFirstName: null,
          friendLastName: null,
          friendEmail: null,
          friendProfileImageUrl: null,
          version: 1,
        },
        feedName('own', ANNA),
        ANNA,
      ),
    );
  const hold = (owner: string, first: number, count: number) =>
    store.view('videos').bulkPut(
      Array.from({ length: count }, (_, day) => {
        const id = `${owner.slice(0, 8)}-0000-4000-8000-${String(first + day).padStart(12, '0')}`;
        return storedRow('videos', trainedSession(owner, first + day, at(first + day), { id }), feedName('shown', owner), ANNA);
      }),
    );
  await addPartnership(BEN, 'accepted');
  await hold(BEN, 0, PARTNER_SESSIONS_HELD - 1);
  expect(await olderThanHeld(store)).toBeNull();
  await hold(BEN, PARTNER_SESSIONS_HELD - 1, 1);
  expect(await olderThanHeld(store)).toBe(at(0));
  await addPartnership(CLEO, 'pending');
  await hold(CLEO, 500, PARTNER_SESSIONS_HELD);
  expect(await olderThanHeld(store)).toBe(at(0));
  await addPartnership(CLEO, 'accepted');
  // Cleo's oldest held session is the more recent one, so it sets the limit.
  expect(await olderThanHeld(store)).toBe(at(500));
  const mine = `${BEN.slice(0, 8)}-0000-4000-8000-000000000000`;
  expect([...(await heldSessions(store, [mine, ANNA]))]).toEqual([mine]);
});
