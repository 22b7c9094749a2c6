import { describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { cachedUserIn } from './cached-user.ts';
import type { LeftBehind } from './left-behind.ts';
import { createSignInGate, type SignInPorts } from './sign-in-gate.ts';
import { KATE } from './testing/kate.ts';

const owen: SignedInUser = { ...KATE, id: 'a1f5c7f0-14a6-4a55-8f31-6f2e2a7f9b22', firstName: 'Owen', lastName: 'Pritchard' };

const cookieOf = (user: SignedInUser) => `theme=dark; longline-signed-in=${user.id}`;

/** A device: its cached person, its cookies, and the server's answer. */
function device({
  cookies = '',
  remembers = null,
  answer = () => Promise.reject(new TypeError('no network')),
  unsynced = false,
  leftBehind = null,
}: {
  cookies?: string;
  remembers?: SignedInUser | null;
  answer?: SignInPorts['fetchUser'];
  unsynced?: boolean | Error;
  leftBehind?: LeftBehind | null;
}) {
  const kept = new Map<string, string>();
  const cachedUser = cachedUserIn({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  if (remembers) cachedUser.write(remembers);
  let calls = 0;
  const signIn = createSignInGate({
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
  signIn.subscribe(() => seen.push(signIn.state().kind));
  return { signIn, cachedUser, seen, calls: () => calls };
}

const answers = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));

describe('gate', () => {
  it('stays open for unsynced work when the server answers that the sign-in has expired', async () => {
    const { signIn } = device({ leftBehind: { user: KATE }, unsynced: true });
    await signIn.start();
    await signIn.expired();
    expect(signIn.state()).toEqual({ kind: 'signed-in-before', user: KATE });
  });

  it('closes when another person has signed in in another tab, and keeps that person cached', async () => {
    const { signIn, cachedUser } = device({ cookies: cookieOf(KATE), remembers: KATE });
    await signIn.start();
    cachedUser.write(owen);
    await signIn.expired();
    expect(signIn.state()).toEqual({ kind: 'visitor' });
    expect(cachedUser.read()).toEqual(owen);
  });

  it('opens for unsynced work after a killed browser lost cookie and cache', async () => {
    const { signIn, seen, calls } = device({ leftBehind: { user: KATE } });
    await signIn.start();
    expect(seen).toEqual(['visitor', 'signed-in-before']);
    expect(signIn.state()).toEqual({ kind: 'signed-in-before', user: KATE });
    expect(calls()).toBe(0);
  });

  it('shows visitors the landing page without asking the server', async () => {
    const { signIn, calls } = device({});
    await signIn.start();
    expect(signIn.state()).toEqual({ kind: 'visitor' });
    expect(calls()).toBe(0);
  });

  it('stays unknown on a first visit until the server answers, then caches the person', async () => {
    const { signIn, cachedUser, seen } = device({ cookies: cookieOf(KATE), answer: answers(200, KATE) });
    expect(signIn.state()).toEqual({ kind: 'unknown' });
    await signIn.start();
    expect(seen).toEqual(['signed-in']);
    expect(cachedUser.read()).toEqual(KATE);
  });

  it('opens at once for the cached person and applies changes from the answer', async () => {
    const renamed = { ...KATE, lastName: 'Marsh', version: 2 };
    const { signIn, seen } = device({ cookies: cookieOf(KATE), remembers: KATE, answer: answers(200, renamed) });
    const asked = signIn.start();
    expect(signIn.state()).toEqual({ kind: 'signed-in', user: KATE });
    await asked;
    expect(signIn.state()).toEqual({ kind: 'signed-in', user: renamed });
    expect(seen).toEqual(['signed-in', 'signed-in']);
  });

  it('keeps the person signed in without a network or on a server error', async () => {
    const offline = device({ cookies: cookieOf(KATE), remembers: KATE });
    await offline.signIn.start();
    expect(offline.signIn.state()).toEqual({ kind: 'signed-in', user: KATE });

    const trouble = device({ cookies: cookieOf(KATE), remembers: KATE, answer: answers(503, { message: 'down' }) });
    await trouble.signIn.start();
    expect(trouble.signIn.state()).toEqual({ kind: 'signed-in', user: KATE });
  });

  it('never opens for the cached person after someone else signed in', async () => {
    const { signIn, cachedUser, seen } = device({ cookies: cookieOf(owen), remembers: KATE, answer: answers(200, owen) });
    await signIn.start();
    expect(seen).toEqual(['signed-in']);
    expect(signIn.state()).toEqual({ kind: 'signed-in', user: owen });
    expect(cachedUser.read()).toEqual(owen);
  });

  it('is unreachable on a first visit without a network', async () => {
    const { signIn } = device({ cookies: cookieOf(KATE) });
    await signIn.start();
    expect(signIn.state()).toEqual({ kind: 'unreachable' });
  });

  it('forgets the person when the sign-in has expired', async () => {
    const { signIn, cachedUser } = device({ cookies: cookieOf(KATE), remembers: KATE, answer: answers(401, { message: 'Sign in' }) });
    await signIn.start();
    expect(signIn.state()).toEqual({ kind: 'visitor' });
    expect(cachedUser.read()).toBeNull();
  });

  it('stays usable after 401 with unsynced work, even at the next start', async () => {
    const { signIn, cachedUser } = device({ cookies: cookieOf(KATE), remembers: KATE, unsynced: true, answer: answers(401, {}) });
    await signIn.start();
    expect(signIn.state()).toEqual({ kind: 'signed-in-before', user: KATE });
    expect(cachedUser.read()).toEqual(KATE);

    const next = device({ remembers: KATE, unsynced: true });
    await next.signIn.start();
    expect(next.signIn.state()).toEqual({ kind: 'signed-in-before', user: KATE });
    expect(next.calls()).toBe(0);
  });

  it('stays usable after the sign-in has expired if the store cannot be read', async () => {
    const { signIn } = device({ remembers: KATE, unsynced: new Error('The store cannot be opened') });
    await signIn.start();
    expect(signIn.state()).toEqual({ kind: 'signed-in-before', user: KATE });
  });

  it('shows the no-access page to people without beta access, whether the status or the message says so', async () => {
    const refused = device({ cookies: cookieOf(KATE), answer: answers(403, { message: 'Forbidden' }) });
    await refused.signIn.start();
    expect(refused.signIn.state()).toEqual({ kind: 'no-access', deletion: null });

    const said = device({ cookies: cookieOf(KATE), remembers: KATE, answer: answers(400, { message: 'Beta access required' }) });
    await said.signIn.start();
    expect(said.signIn.state()).toEqual({ kind: 'no-access', deletion: null });
    expect(said.cachedUser.read()).toBeNull();
  });

  it('remembers that the account is to be deleted when the engine is refused afterwards', async () => {
    const { signIn, cachedUser } = device({ cookies: cookieOf(KATE), remembers: KATE, answer: answers(200, KATE) });
    await signIn.start();
    const deletion = { userId: KATE.id, deleteAt: '2026-06-08T00:00:00.000Z' };
    signIn.outside(deletion);
    signIn.betaRefused();
    expect(signIn.state()).toEqual({ kind: 'no-access', deletion });
    expect(cachedUser.read()).toBeNull();
  });

  it.each([401, 403])('stays signed in when a captive portal answers %i with HTML', async (status) => {
    const page = () => Promise.resolve(new Response('<h1>Wi-Fi</h1>', { status, headers: { 'Content-Type': 'text/html' } }));
    const { signIn, cachedUser } = device({ cookies: cookieOf(KATE), remembers: KATE, answer: page });
    await signIn.start();
    expect(signIn.state()).toEqual({ kind: 'signed-in', user: KATE });
    expect(cachedUser.read()).toEqual(KATE);
  });

  it('treats an answer that describes no person as unreachable', async () => {
    const { signIn } = device({ cookies: cookieOf(KATE), answer: answers(200, { id: 'x' }) });
    await signIn.start();
    expect(signIn.state()).toEqual({ kind: 'unreachable' });
  });

  it('caches no person after forget', async () => {
    const { signIn, cachedUser } = device({ cookies: cookieOf(KATE), answer: answers(200, KATE) });
    await signIn.start();
    signIn.forget();
    expect(cachedUser.read()).toBeNull();
  });
});

describe('cached person', () => {
  it('is null if the record is broken or has another shape', () => {
    const stored = (value: string) => cachedUserIn({ getItem: () => value, setItem: () => {}, removeItem: () => {} }).read();
    expect(stored('{')).toBeNull();
    expect(stored('{"id":1}')).toBeNull();
    expect(stored(JSON.stringify(KATE))).toEqual(KATE);
  });
});
