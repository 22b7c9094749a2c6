import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../auth/signed-in.ts';
import { beginSignIn, endSignIns, signInOf } from '../auth/sign-ins.ts';
import { betaAccess, signIns } from '../db/tables/auth.ts';
import { friendships } from '../db/tables/people.ts';
import type { AppEnv } from '../services.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases, describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';
import { eventRoutes } from './events.ts';
import { createPokeListeners } from './poke-hub.ts';

const cookieOf = (person: TestPerson) => [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const tokenOf = ({ cookies }: TestPerson) => cookies.get('longline')!;

/** Opens a person's event stream and reads it chunk by chunk. */
async function listen({ app }: { app: Hono<AppEnv> }, person: TestPerson) {
  const answer = await app.request('/api/events', { headers: { cookie: cookieOf(person) } });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const until = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(heard)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended after: ${heard}`);
      heard += value;
    }
    const whole = heard;
    heard = '';
    return whole;
  };
  await until(/: connected/);
  return {
    until,
    cancel: () => reader.cancel(),
    ended: async () => {
      for (;;) if ((await reader.read()).done) return true;
    },
  };
}

describeOnBothDatabases('the event stream', (open) => {
  let test: TestApp;
  let admin: TestPerson;
  let people = 0;
  beforeAll(async () => {
    test = await createTestApp(await open(), { env: { adminEmails: ['admin@example.org'] } });
    admin = await test.signIn('admin@example.org');
  });
  afterAll(() => test.close());
  const newPerson = () => test.signIn(`listener-${(people += 1)}@example.org`, { beta: true });

  it('closes its connection when it ends, so that nothing is sent on it to a server that stops', async () => {
    const answer = await test.app.request('/api/events', { headers: { cookie: cookieOf(await newPerson()) } });
    expect(answer.headers.get('connection')).toBe('close');
    await answer.body!.cancel();
  });

  it('names the feeds that moved: the person’s own and, from the moment they are partners, those of partners', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const stream = await listen(test, anna);
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    expect(await stream.until(/\n\n/)).toBe(`event: poke\ndata: {"feeds":["own:${anna.userId}"]}\n\n`);
    await becomePartners(anna, ben);
    await stream.until(new RegExp(`inbox:${anna.userId}`));
    await ben.call('POST', '/api/videos', { title: 'Recall' });
    await stream.until(new RegExp(`shown:${ben.userId}`));
    await stream.cancel();
  });

  it('still names the feeds of remaining partners after the inbox changed', async () => {
    const [anna, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
    await becomePartners(anna, ben);
    const stream = await listen(test, anna);
    await cleo.call('POST', '/api/friendships', { friendId: anna.userId });
    await stream.until(new RegExp(`inbox:${anna.userId}`));
    await ben.call('POST', '/api/videos', { title: 'Recall' });
    // Pokes arrive in order, so the partner's must have arrived before this one.
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    expect(await stream.until(new RegExp(`own:${anna.userId}`))).toContain(`shown:${ben.userId}`);
    await stream.cancel();
  });

  it('reveals no content, and nothing about other people’s feeds', async () => {
    const [anna, cleo] = [await newPerson(), await newPerson()];
    const stream = await listen(test, anna);
    await cleo.call('POST', '/api/videos', { title: 'Secret' });
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    expect(await stream.until(/\n\n/)).not.toMatch(new RegExp(`${cleo.userId}|Secret|Heelwork`));
    await stream.cancel();
  });

  it.each([
    ['beta access', (person: TestPerson) => test.services.db.delete(betaAccess).where(eq(betaAccess.email, person.email))],
    ['the sign-in', (person: TestPerson) => test.services.db.delete(signIns).where(eq(signIns.userId, person.userId))],
  ])('ends at a heartbeat after %s is gone, and leaves no listener', async (_what, take) => {
    const anna = await newPerson();
    const listeners = createPokeListeners();
    const pokes = { ...test.services.pokes, subscribe: listeners.subscribe };
    const services = { ...test.services, pokes };
    const app = new Hono<AppEnv>().use(signedIn(services)).route('/', eventRoutes(services, { heartbeatMs: 5 }));
    const stream = await listen({ app }, anna);
    await stream.until(/: still here/);
    expect(listeners.size).toBe(3);
    await take(anna);
    expect(await stream.ended()).toBe(true);
    expect(listeners.size).toBe(0);
  });

  it.each([
    ['logging out', (anna: TestPerson) => anna.post('/api/logout', {})],
    [
      'an admin removes beta access',
      (anna: TestPerson) => admin.call('DELETE', `/api/admin/beta-access/${encodeURIComponent(anna.email)}`),
    ],
    [
      'another person signs in with the same browser',
      (anna: TestPerson) => beginSignIn(test.services, admin.userId, { formerToken: tokenOf(anna) }),
    ],
  ])('ends at once when %s ends access, not at the next heartbeat', async (_what, end) => {
    const anna = await newPerson();
    const stream = await listen(test, anna);
    await end(anna);
    expect(await stream.ended()).toBe(true);
  });

  it('continues when only another sign-in of the person ends', async () => {
    const anna = await newPerson();
    const elsewhere = await test.signIn(anna.email);
    const stream = await listen(test, anna);
    await elsewhere.post('/api/logout', {});
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    expect(await stream.until(new RegExp(`own:${anna.userId}`))).toContain('event: poke');
    await stream.cancel();
  });

  it('ends without an event if access ended while it opened', async () => {
    const anna = await newPerson();
    const app = new Hono<AppEnv>()
      .use(signedIn(test.services))
      // Between the look-up of the request and the first look of the stream.
      .use(async (_c, next) => {
        await endSignIns(test.services, signInOf(tokenOf(anna)));
        await next();
      })
      .route('/', eventRoutes(test.services));
    const answer = await app.request('/api/events', { headers: { cookie: cookieOf(anna) } });
    expect(await answer.text()).toBe('');
  });

  it('names nothing of a partner from the moment the partnership ends', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const partnership = await becomePartners(anna, ben);
    const stream = await listen(test, anna);
    await test.services.db.delete(friendships).where(eq(friendships.id, partnership));
    // In one notice, so the stream still listens to the partner's feed when it moves.
    test.services.pokes.publish([`inbox:${anna.userId}`, `shown:${ben.userId}`]);
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    const heard = await stream.until(new RegExp(`own:${anna.userId}`));
    expect(heard).toContain('inbox:');
    expect(heard).not.toContain('shown:');
    await stream.cancel();
  });

  it('ends when the server stops', async () => {
    const closing = await createTestApp({ db: test.services.db });
    const anna = await newPerson();
    const stream = await listen(closing, anna);
    await closing.close();
    expect(await stream.ended()).toBe(true);
  });
});

describeOnPostgres('pokes between replicas', (open) => {
  it('reach listeners of another replica', async () => {
    const database = await open();
    const [here, there] = [await createTestApp(database), await createTestApp(database)];
    const anna = await here.signIn('anna@example.org', { beta: true });
    const stream = await listen(there, anna);
    await anna.call('POST', '/api/videos', { title: 'Heelwork' });
    await stream.until(new RegExp(`own:${anna.userId}`));
    await stream.cancel();
    // More feeds than fit in one notice.
    const many = Array.from({ length: 1_000 }, () => `own:${here.services.newId()}`);
    const heard = new Set<string>();
    const all = new Promise<void>((resolve) => {
      there.services.pokes.subscribe(many, (feed) => {
        heard.add(feed);
        if (heard.size === many.length) resolve();
      });
    });
    here.services.pokes.publish(many);
    await all;
    expect(heard).toEqual(new Set(many));
    await Promise.all([here.close(), there.close()]);
  });
});

describeOnPostgres('an event stream on another replica', (open) => {
  it('ends at once when the person logs out here', async () => {
    const database = await open();
    const [here, there] = [await createTestApp(database), await createTestApp(database)];
    const anna = await here.signIn('anna@example.org', { beta: true });
    const stream = await listen(there, anna);
    await anna.post('/api/logout', {});
    expect(await stream.ended()).toBe(true);
    await Promise.all([here.close(), there.close()]);
  });
});

describe('the listeners of pokes', () => {
  it('leave nothing behind when they unsubscribe', () => {
    const listeners = createPokeListeners();
    const leave = [1, 2, 3].map(() => listeners.subscribe(['own:a', 'own:a', 'inbox:a'], () => {}));
    expect(listeners.size).toBe(2);
    for (const each of leave) each();
    expect(listeners.size).toBe(0);
  });

  it('keep separate subscriptions of the same function apart', () => {
    const listeners = createPokeListeners();
    const heard: string[] = [];
    const hear = (feed: string) => void heard.push(feed);
    const leaveFormer = listeners.subscribe(['shown:ben'], hear);
    const leave = listeners.subscribe(['shown:ben', 'shown:cleo'], hear);
    leaveFormer();
    leaveFormer();
    listeners.tell(['shown:ben', 'shown:cleo']);
    expect(heard).toEqual(['shown:ben', 'shown:cleo']);
    leave();
    expect(listeners.size).toBe(0);
  });
});
