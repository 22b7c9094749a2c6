import { expect, it } from 'vitest';
import type { KeepKeyAnswer } from '../contract/online-calls.ts';
import { lockedWorkKeys } from '../db/tables/auth.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { unwrapPrivateKey, wrapPrivateKey } from './wrap-private-key.ts';

/** Replaces the first character. */
const altered = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

describeOnBothDatabases('the key pair for locked work', (open) => {
  it('is accepted from a device after a restore, for its own person only', async () => {
    const server = await createTestApp(await open());
    const [anna, ben] = [await server.signIn('anna@example.org'), await server.signIn('ben@example.org')];
    const { body: made } = await anna.call<KeepKeyAnswer>('GET', '/api/auth/keep-key');
    expect(made.wrapped).not.toContain(made.privateKey.d);
    const sent = { publicKey: made.publicKey, wrapped: made.wrapped };
    await server.services.db.delete(lockedWorkKeys);

    // Fails for another person, with another public key, or when altered.
    const { body: bens } = await ben.call<KeepKeyAnswer>('GET', '/api/auth/keep-key');
    const refused = { status: 400, body: { code: 'invalid' } };
    expect(await ben.call('POST', '/api/auth/keep-key', sent)).toMatchObject(refused);
    for (const forged of [{ publicKey: bens.publicKey }, { wrapped: altered(made.wrapped!) }, { wrapped: '' }]) {
      expect(await anna.call('POST', '/api/auth/keep-key', { ...sent, ...forged }), JSON.stringify(forged)).toMatchObject(refused);
    }
    expect(await anna.call('POST', '/api/auth/keep-key', { publicKey: bens.publicKey, wrapped: bens.wrapped })).toMatchObject({
      status: 400,
    });

    for (let time = 0; time < 2; time += 1) {
      const returned = await anna.call<KeepKeyAnswer>('POST', '/api/auth/keep-key', sent);
      expect(returned).toMatchObject({ status: 200, body: { publicKey: made.publicKey, privateKey: made.privateKey } });
    }
    const { body: now } = await anna.call<KeepKeyAnswer>('GET', '/api/auth/keep-key');
    expect(now.publicKey).not.toEqual(made.publicKey);
    expect(now.others).toMatchObject([{ publicKey: made.publicKey, privateKey: made.privateKey }]);
    // A pair that the server still has is not stored twice.
    await anna.call('POST', '/api/auth/keep-key', { publicKey: now.publicKey, wrapped: now.wrapped });
    expect((await anna.call<KeepKeyAnswer>('GET', '/api/auth/keep-key')).body.others).toHaveLength(1);
    await server.close();
  });
});

it('unwraps a private key only with the same secret and for the same person', () => {
  const publicKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;
  const wrapped = wrapPrivateKey('one', 'anna', { publicKey, privateKey: { ...publicKey, d: 'd' } }, (length) =>
    new Uint8Array(length).fill(7),
  );
  expect(unwrapPrivateKey('one', 'anna', publicKey, wrapped)).toEqual({ ...publicKey, d: 'd' });
  expect(unwrapPrivateKey('two', 'anna', publicKey, wrapped)).toBeNull();
  expect(unwrapPrivateKey('one', 'ben', publicKey, wrapped)).toBeNull();
});
