import { beforeAll, describe, expect, it } from 'vitest';
import { readSetting } from '../store/settings.ts';
import { createTestWorld, type TestWorld } from '../testing/test-world.ts';
import { ensureLockKey, fetchKeyPairs } from './lock-key.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

describe('the key that seals work', () => {
  it('takes no keys of another person who has signed in meanwhile', async () => {
    const [anna, ben] = [await world.person('anna@example.org'), await world.person('ben@example.org')];
    const phone = await world.device(anna);
    // Ben signs in on this device while Anna's request is in flight: the answer is for him.
    phone.connection.carry = ({ path }) => ben.send(path, { headers: { origin: 'http://localhost:3000' } });
    expect(await fetchKeyPairs(phone.ports, anna.userId)).toBe('not-yet');
    await ensureLockKey(phone.store, phone.ports);
    expect(await readSetting(phone.store, 'keepKey')).toBeUndefined();
    phone.connection.carry = (_request, pass) => pass();
    await ensureLockKey(phone.store, phone.ports);
    expect(await readSetting(phone.store, 'keepKey')).toMatchObject({ crv: 'P-256' });
  });
});
