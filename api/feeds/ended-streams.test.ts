import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignIn } from '../contract/online-calls.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { becomePartners } from '../testing/pulling-device.ts';

const ADMIN = 'admin@example.org';
/** On a busy machine. */
const AT_ONCE_MS = 10_000;

/** Over real connections; on PostgreSQL, the streams are open on another replica than the one that ends access. */
describeOnBothDatabases('an open event stream', (open, kind) => {
  let here: ListeningApp;
  let there: ListeningApp;
  let admin: TestPerson;
  let people = 0;
  beforeAll(async () => {
    const database = await open();
    here = await createListeningApp(database, { adminEmails: [ADMIN] });
    there = kind === 'postgres' ? await createListeningApp(database, { adminEmails: [ADMIN] }) : here;
    admin = await here.signIn(ADMIN);
  });
  afterAll(async () => {
    await here.close();
    if (there !== here) await there.close();
  });
  const newPerson = () => here.signIn(`listener-${(people += 1)}@example.org`, { beta: true });
  const signInsOf = async (person: TestPerson) => (await person.call<SignIn[]>('GET', '/api/auth/sign-ins')).body;

  /** Pokes travel in order: once this one has arrived there, so have all before it. */
  const earlierPokes = () =>
    new Promise<void>((arrived) => {
      const topic = `test:${randomUUID()}`;
      there.services.pokes.subscribe([topic], () => arrived());
      here.services.pokes.publish([topic]);
    });

  async function listen(person: TestPerson) {
    const answer = await there.fetchAs(person, '/api/events');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const until = async (words: string) => {
      while (!heard.includes(words)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended after: ${heard}`);
        heard += value;
      }
      return heard;
    };
    await until(': connected');
    return {
      until,
      cancel: () => reader.cancel(),
      /** How long the stream continues, in milliseconds. The heartbeat, which also ends it, is 25 s away. */
      restMs: async () => {
        const began = performance.now();
        while (!(await reader.read()).done);
        return performance.now() - began;
      },
    };
  }

  it.each([
    ['logs out', (anna: TestPerson) => anna.post('/api/logout', {})],
    ['loses beta access', (anna: TestPerson) => admin.call('DELETE', `/api/admin/beta-access/${encodeURIComponent(anna.email)}`)],
    [
      'signs that device out from another one',
      async (anna: TestPerson) => {
        const [current] = await signInsOf(anna);
        await (await here.signIn(anna.email)).call('DELETE', `/api/auth/sign-ins/${current!.id}`);
      },
    ],
    ['signs out everywhere else', async (anna: TestPerson) => (await here.signIn(anna.email)).call('DELETE', '/api/auth/sign-ins')],
  ])('ends at once when the person %s', async (_what, end) => {
    const anna = await newPerson();
    const stream = await listen(anna);
    await end(anna);
    expect(await stream.restMs()).toBeLessThan(AT_ONCE_MS);
  });

  it('continues on the device that signed out everywhere else', async () => {
    const anna = await newPerson();
    await here.signIn(anna.email);
    const stream = await listen(anna);
    await anna.call('DELETE', '/api/auth/sign-ins');
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    expect(await stream.until(`own:${anna.userId}`)).toContain('event: poke');
    await stream.cancel();
  });

  it.each(['ends the partnership', 'loses beta access'])('hears nothing more of a partner who %s', async (how) => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const partnership = await becomePartners(anna, ben);
    await earlierPokes();
    const stream = await listen(anna);
    if (how === 'ends the partnership') await ben.call('DELETE', `/api/friendships/${partnership}`);
    else await admin.call('DELETE', `/api/admin/beta-access/${encodeURIComponent(ben.email)}`);
    await stream.until(`inbox:${anna.userId}`);
    there.services.pokes.publish([`shown:${ben.userId}`]);
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    expect(await stream.until(`own:${anna.userId}`)).not.toContain(`shown:${ben.userId}`);
    await stream.cancel();
  });

  it('is not given to a page that another person left open on the same browser', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const answer = await there.fetchAs(ben, '/api/events', { headers: { [USER_HEADER]: anna.userId } });
    await answer.body?.cancel();
    expect(answer.status).toBe(401);
  });
});
