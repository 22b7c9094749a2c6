import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

describeOnBothDatabases('POST /api/auth/earlier-account', (open) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());

  const ask = async (person: TestPerson, userId: string, email: string) =>
    (await person.call('POST', '/api/auth/earlier-account', { userId, email })).body;

  it('answers yes for an account that is gone and had the address of the caller, who needs no beta access', async () => {
    const owen = await test.signIn('owen@example.org');
    expect(await ask(owen, randomUUID(), ' Owen@Example.org')).toEqual({ isYours: true });
    expect(await ask(owen, randomUUID(), 'wren@example.org')).toEqual({ isYours: false });
  });

  it('answers no for an account that exists, whatever address a device knows of it', async () => {
    const kim = await test.signIn('kim@example.org');
    const lou = await test.signIn('lou@example.org');
    // Lou's address was Kim's once, and a device of Kim's still knows it as hers.
    expect(await ask(lou, kim.userId, 'lou@example.org')).toEqual({ isYours: false });
    expect(await ask(lou, lou.userId, 'lou@example.org')).toEqual({ isYours: false });
  });

  it('refuses visitors, a device of another person, and what is no account', async () => {
    const mia = await test.signIn('mia@example.org');
    const body = { userId: randomUUID(), email: 'mia@example.org' };
    const path = '/api/auth/earlier-account';
    const visitor = test
      .browser()
      .send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
    expect((await visitor).status).toBe(401);
    expect((await mia.call('POST', path, body, { [USER_HEADER]: randomUUID() })).status).toBe(401);
    expect((await mia.call('POST', path, { ...body, userId: 'mia' })).status).toBe(400);
  });
});
