import { describe, expect, it } from 'vitest';
import { withStealableLock } from './stealable-lock.ts';

interface Waiter {
  callback: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** A minimal LockManager with one lock: a queue, abortable waiting, and stealing. */
function oneLock(): Pick<LockManager, 'request'> {
  let holder: Waiter | null = null;
  const queue: Waiter[] = [];
  const broken = () => new DOMException('Lock broken by another request', 'AbortError');
  const next = () => {
    const waiter = (holder = queue.shift() ?? null);
    if (!waiter) return;
    waiter
      .callback()
      .then(waiter.resolve, waiter.reject)
      .finally(() => {
        if (holder === waiter) next();
      });
  };
  const request = (_name: string, { signal, steal }: LockOptions, callback: Waiter['callback']) =>
    new Promise((resolve, reject) => {
      const waiter = { callback, resolve, reject };
      if (steal) {
        holder?.reject(broken());
        queue.unshift(waiter);
        return next();
      }
      queue.push(waiter);
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(waiter);
        if (place < 0) return;
        queue.splice(place, 1);
        reject(broken());
      });
      if (!holder) next();
    });
  return { request: request as LockManager['request'] };
}

/** A stopped clock: a sleep ends when its signal aborts, or when the test calls `pass`. */
function stoppedClock() {
  const ends: (() => void)[] = [];
  const sleep = (_ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      ends.push(resolve);
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
  /** Ends the sleep with this number once it has begun. */
  const pass = async (number: number) => {
    await expect.poll(() => ends.length).toBeGreaterThan(number);
    ends[number]?.();
  };
  return { sleep, pass };
}

function held() {
  let letGo = () => {};
  const body = new Promise<string>((resolve) => (letGo = () => resolve('first')));
  return { body: () => body, letGo };
}

describe('a lock whose holder must respond', () => {
  it('stays with its holder as long as the holder answers', async () => {
    const locks = oneLock();
    const { body, letGo } = held();
    const clock = stoppedClock();
    const first = withStealableLock('alive', body, { locks, sleep: stoppedClock().sleep });
    let entered = false;
    const second = withStealableLock('alive', async () => (entered = true), { locks, sleep: clock.sleep });
    // The waiter's sleeps between checks have even numbers; the holder's answers end the odd ones.
    await clock.pass(0);
    await clock.pass(2);
    await clock.pass(4);
    await clock.pass(6);
    expect(entered).toBe(false);
    letGo();
    expect(await first).toBe('first');
    expect(await second).toBe(true);
  });

  it('passes from a silent holder to the waiter, then to the next caller', async () => {
    const locks = oneLock();
    const { body, letGo } = held();
    // This holder's page is frozen, so it does not answer.
    const robbed = (locks.request('silent', {}, body) as Promise<string>).catch(() => 'robbed');
    const clock = stoppedClock();
    const second = withStealableLock('silent', async () => 'second', { locks, sleep: clock.sleep });
    await clock.pass(0);
    await clock.pass(1);
    expect(await second).toBe('second');
    expect(await robbed).toBe('robbed');
    letGo();
    expect(await withStealableLock('silent', async () => 'third', { locks, sleep: stoppedClock().sleep })).toBe('third');
  });

  it('signals to a running body that its lock was stolen, and still returns its result', async () => {
    const locks = oneLock();
    const { body, letGo } = held();
    let told: AbortSignal | undefined;
    const first = withStealableLock('taken', (taken) => ((told = taken), body()), { locks, sleep: stoppedClock().sleep });
    expect(told?.aborted).toBe(false);
    expect(await locks.request('taken', { steal: true }, async () => 'second')).toBe('second');
    await expect.poll(() => told?.aborted).toBe(true);
    letGo();
    expect(await first).toBe('first');
  });

  it('stops waiting when the waiter aborts', async () => {
    const locks = oneLock();
    const { body, letGo } = held();
    const first = withStealableLock('wished', body, { locks, sleep: stoppedClock().sleep });
    const over = new AbortController();
    const clock = stoppedClock();
    let entered = false;
    const second = withStealableLock('wished', async () => (entered = true), { locks, sleep: clock.sleep, signal: over.signal });
    await clock.pass(0);
    over.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    letGo();
    await first;
    expect(entered).toBe(false);
  });
});
