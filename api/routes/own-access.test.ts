import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OwnAccess } from '../contract/online-calls.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

describeOnBothDatabases('GET /api/auth/access', (open) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());

  const accessOf = async (person: TestPerson) => (await person.call<OwnAccess>('GET', '/api/auth/access')).body;

  it('returns the address, whether it is on the waitlist, and whether it has beta access', async () => {
    const owen = await test.signIn('owen@example.org');
    expect(await accessOf(owen)).toEqual({
      email: 'owen@example.org',
      hasBetaAccess: false,
      onWaitlist: false,
      deleteAt: null,
      invitedBy: [],
    });
    await owen.call('POST', '/api/waitlist', { email: ' Owen@Example.org' });
    expect(await accessOf(owen)).toEqual({
      email: 'owen@example.org',
      hasBetaAccess: false,
      onWaitlist: true,
      deleteAt: null,
      invitedBy: [],
    });
    const tester = await test.signIn('owen@example.org', { beta: true });
    expect(await accessOf(tester)).toMatchObject({ hasBetaAccess: true });
  });

  it('reveals nothing about another address, and nothing to another person or a visitor', async () => {
    const wren = await test.signIn('wren@example.org');
    const mark = await test.signIn('mark@example.org');
    await wren.call('POST', '/api/waitlist', { email: 'someone@example.org' });
    expect(await accessOf(wren)).toMatchObject({ onWaitlist: false });
    const left = await mark.call('GET', '/api/auth/access', undefined, { [USER_HEADER]: wren.userId });
    const visit = await test.browser().get('/api/auth/access');
    expect({ otherPerson: left.status, visitor: visit.status }).toEqual({ otherPerson: 401, visitor: 401 });
  });
});
