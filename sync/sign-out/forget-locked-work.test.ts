import { Dexie } from 'dexie';
import { expect, it, vi } from 'vitest';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { databaseName } from '../store/store.ts';
import { forgetLockedWorkOfErased } from './forget-locked-work.ts';
import { lockedWorkName, LockedWorkStore, peopleWithLockedWork } from './locked-work-store.ts';

const [ANNA, BEN, CARA, DORA] = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-1111-4111-8111-111111111111`);

async function lockWorkOf(userId: string, bundles = 1): Promise<void> {
  const store = new LockedWorkStore({ name: databaseName(userId), device: {} });
  for (let place = 0; place < bundles; place += 1)
    await store.bundles.add({ id: `bundle ${place}`, ephemeral: {}, sealed: new Uint8Array(new ArrayBuffer(3)) });
  await store.open();
  store.close();
}

it('deletes the locked work of an erased account only, and asks about no one who has none', async () => {
  // Files are in IndexedDB then.
  vi.stubGlobal('navigator', {});
  for (const userId of [ANNA!, BEN!, CARA!]) await lockWorkOf(userId);
  await lockWorkOf(DORA!, 0);
  const asked: (string | null)[] = [];
  const ports = {
    origin: 'https://longline.test',
    sleep: () => new Promise<void>(() => {}),
    async fetch({ headers, credentials }: Request) {
      const userId = headers.get(USER_HEADER);
      asked.push(`${userId} ${credentials}`);
      return userId === BEN
        ? Response.json({ code: 'account_deleted' }, { status: 410 })
        : Response.json({ code: 'unauthenticated' }, { status: 401 });
    },
  };
  await forgetLockedWorkOfErased(ANNA!, ports);
  expect(asked).toEqual([`${BEN} omit`, `${CARA} omit`]);
  expect(await peopleWithLockedWork()).toEqual([ANNA, CARA]);
  expect(await Dexie.exists(lockedWorkName(databaseName(BEN!)))).toBe(false);

  await forgetLockedWorkOfErased(ANNA!, { ...ports, fetch: () => Promise.reject(new TypeError('No network')) });
  expect(await peopleWithLockedWork()).toEqual([ANNA, CARA]);
});
