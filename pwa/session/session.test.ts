import { describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { cachedUserIn } from './cached-user.ts';
import { createSession, type SessionPorts } from './session.ts';

const kate: SignedInUser = {
  id: '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11',
  email: 'kate@example.org',
  firstName: 'Kate',
  lastName: 'Ellison',
  bio: '',
  location: null,
  sports: [],
  profileVisibility: 'private',
  profileImageUrl: null,
  version: 1,
  isAdmin: false,
};
const owen: SignedInUser = { ...kate, id: 'a1f5c7f0-14a6-4a55-8f31-6f2e2a7f9b22', firstName: 'Owen', lastName: 'Pritchard' };

const mark = (user: SignedInUser) => `theme=dark; longline-signed-in=${user.id}`;

/** A device: its cached user, its cookies, and the server's answer. */
function device({
  cookies = '',
  remembers = null,
  answer = () => Promise.reject(new TypeError('no network')),
  unsynced = false,
  leftBehind = null,
}: {
  cookies?: string;
  remembers?: SignedInUser | null;
  answer?: SessionPorts['fetchUser'];
  unsynced?: boolean | Error;
  leftBehind?: SignedInUser | null;
}) {
  const kept = new Map<string, string>();
  const cachedUser = cachedUserIn({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  if (remembers) cachedUser.write(remembers);
  let calls = 0;
  const session = createSession({
    cookies: () => cookies,
    cachedUser,
    fetchUser: () => {
      calls += 1;
      return answer();
    },
    leftBehind: () => Promise.resolve(leftBehind),
    hasUnsyncedWork: () => (unsynced instanceof Error ? Promise.reject(unsynced) : Promise.resolve(unsynced)),
  });
  const seen: string[] = [];
  session.subscribe(() => seen.push(session.state().kind));
  return { session, cachedUser, seen, calls: () => calls };
}

const answers = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));

describe('gate', () => {
  it('stays open for unsynced work when the server answers that the session has expired', async () => {
    const { session } = device({ leftBehind: kate, unsynced: true });
    await session.start();
    await session.expired();
    expect(session.state()).toEqual({ kind: 'signed-in-before', user: kate });
  });

  it('opens for unsynced work after a killed browser lost cookie and cache', async () => {
    const { session, seen, calls } = device({ leftBehind: kate });
    await session.start();
    expect(seen).toEqual(['visitor', 'signed-in-before']);
    expect(session.state()).toEqual({ kind: 'signed-in-before', user: kate });
    expect(calls()).toBe(0);
  });

  it('shows visitors the landing page without asking the server', async () => {
    const { session, calls } = device({});
    await session.start();
    expect(session.state()).toEqual({ kind: 'visitor' });
    expect(calls()).toBe(0);
  });

  it('stays unknown on a first visit until the server answers, then caches the user', async () => {
    const { session, cachedUser, seen } = device({ cookies: mark(kate), answer: answers(200, kate) });
    expect(session.state()).toEqual({ kind: 'unknown' });
    await session.start();
    expect(seen).toEqual(['signed-in']);
    expect(cachedUser.read()).toEqual(kate);
  });

  it('opens at once for the cached user and applies changes from the answer', async () => {
    const renamed = { ...kate, lastName: 'Marsh', version: 2 };
    const { session, seen } = device({ cookies: mark(kate), remembers: kate, answer: answers(200, renamed) });
    const asked = session.start();
    expect(session.state()).toEqual({ kind: 'signed-in', user: kate });
    await asked;
    expect(session.state()).toEqual({ kind: 'signed-in', user: renamed });
    expect(seen).toEqual(['signed-in', 'signed-in']);
  });

  it('keeps the user signed in without a network or on a server error', async () => {
    const offline = device({ cookies: mark(kate), remembers: kate });
    await offline.session.start();
    expect(offline.session.state()).toEqual({ kind: 'signed-in', user: kate });

    const trouble = device({ cookies: mark(kate), remembers: kate, answer: answers(503, { message: 'down' }) });
    await trouble.session.start();
    expect(trouble.session.state()).toEqual({ kind: 'signed-in', user: kate });
  });

  it('never opens for the cached user after someone else signed in', async () => {
    const { session, cachedUser, seen } = device({ cookies: mark(owen), remembers: kate, answer: answers(200, owen) });
    await session.start();
    expect(seen).toEqual(['signed-in']);
    expect(session.state()).toEqual({ kind: 'signed-in', user: owen });
    expect(cachedUser.read()).toEqual(owen);
  });

  it('is unreachable on a first visit without a network', async () => {
    const { session } = device({ cookies: mark(kate) });
    await session.start();
    expect(session.state()).toEqual({ kind: 'unreachable' });
  });

  it('forgets the user when the session has expired', async () => {
    const { session, cachedUser } = device({ cookies: mark(kate), remembers: kate, answer: answers(401, { message: 'Sign in' }) });
    await session.start();
    expect(session.state()).toEqual({ kind: 'visitor' });
    expect(cachedUser.read()).toBeNull();
  });

  it('stays usable after 401 with unsynced work, also at the next start', async () => {
    const { session, cachedUser } = device({ cookies: mark(kate), remembers: kate, unsynced: true, answer: answers(401, {}) });
    await session.start();
    expect(session.state()).toEqual({ kind: 'signed-in-before', user: kate });
    expect(cachedUser.read()).toEqual(kate);

    const next = device({ remembers: kate, unsynced: true });
    await next.session.start();
    expect(next.session.state()).toEqual({ kind: 'signed-in-before', user: kate });
    expect(next.calls()).toBe(0);
  });

  it('stays usable after 401 if unsynced work cannot be determined', async () => {
    const { session } = device({ remembers: kate, unsynced: new Error('The store cannot be opened') });
    await session.start();
    expect(session.state()).toEqual({ kind: 'signed-in-before', user: kate });
  });

  it('sends users without beta access to their page, by status or message', async () => {
    const refused = device({ cookies: mark(kate), answer: answers(403, { message: 'Forbidden' }) });
    await refused.session.start();
    expect(refused.session.state()).toEqual({ kind: 'no-access' });

    const said = device({ cookies: mark(kate), remembers: kate, answer: answers(400, { message: 'Beta access required' }) });
    await said.session.start();
    expect(said.session.state()).toEqual({ kind: 'no-access' });
    expect(said.cachedUser.read()).toBeNull();
  });

  it.each([401, 403])('stays signed in when a captive portal answers %i with HTML', async (status) => {
    const page = () => Promise.resolve(new Response('<h1>Wi-Fi</h1>', { status, headers: { 'Content-Type': 'text/html' } }));
    const { session, cachedUser } = device({ cookies: mark(kate), remembers: kate, answer: page });
    await session.start();
    expect(session.state()).toEqual({ kind: 'signed-in', user: kate });
    expect(cachedUser.read()).toEqual(kate);
  });

  it('treats an answer that is not a user as unreachable', async () => {
    const { session } = device({ cookies: mark(kate), answer: answers(200, { id: 'x' }) });
    await session.start();
    expect(session.state()).toEqual({ kind: 'unreachable' });
  });

  it('caches no user after forget', async () => {
    const { session, cachedUser } = device({ cookies: mark(kate), answer: answers(200, kate) });
    await session.start();
    session.forget();
    expect(cachedUser.read()).toBeNull();
  });
});

describe('cached user', () => {
  it('is null if the record is broken or has another shape', () => {
    const stored = (value: string) => cachedUserIn({ getItem: () => value, setItem: () => {}, removeItem: () => {} }).read();
    expect(stored('{')).toBeNull();
    expect(stored('{"id":1}')).toBeNull();
    expect(stored(JSON.stringify(kate))).toEqual(kate);
  });
});
