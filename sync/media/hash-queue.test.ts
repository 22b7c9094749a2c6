import { beforeEach, expect, test } from 'vitest';
import { HashQueue } from './hash-queue.ts';

/** Resolvers of the waits before each retry, in order. */
let waits: (() => void)[];
let queue: HashQueue;
/** Media ids in the order in which their hashes began. */
let begun: string[];

beforeEach(() => {
  waits = [];
  begun = [];
  queue = new HashQueue({ sleep: () => new Promise((resolve) => waits.push(resolve)), random: () => 0 });
});

const unreadable = () => Promise.reject(new DOMException('The file changed while it was read', 'NotReadableError'));

/** A hash that fails this many times before it succeeds. */
function hashOf(mediaId: string, failures = 0) {
  let tries = 0;
  return async () => {
    begun.push(mediaId);
    if (++tries <= failures) await unreadable();
  };
}

/** A hash that ends only when it is interrupted. */
const endless = (mediaId: string) => (signal: AbortSignal) => {
  begun.push(mediaId);
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
};

test('retries an unreadable file without delaying the next one', async () => {
  queue.add('first', hashOf('first', 1));
  queue.add('second', hashOf('second'));
  await expect.poll(() => begun).toEqual(['first', 'second']);
  expect(waits).toHaveLength(1);
  waits[0]!();
  await expect.poll(() => begun).toEqual(['first', 'second', 'first']);
});

test('gives up after five failures', async () => {
  queue.add('first', hashOf('first', Infinity));
  for (let tries = 1; tries < 5; tries++) {
    await expect.poll(() => waits.length).toBe(tries);
    waits[tries - 1]!();
  }
  await expect.poll(() => begun.length).toBe(5);
  queue.add('second', hashOf('second'));
  await expect.poll(() => begun.at(-1)).toBe('second');
  expect([begun.length, waits.length]).toEqual([6, 4]);
});

test('interrupts a hash while files are written, and starts it again after the last one', async () => {
  let hash = endless('film');
  queue.add('film', (signal) => hash(signal));
  queue.pause();
  queue.pause();
  hash = async () => void begun.push('film');
  queue.resume();
  queue.add('other', hashOf('other'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun).toEqual(['film']);
  queue.resume();
  await expect.poll(() => begun).toEqual(['film', 'film', 'other']);
  expect(waits).toEqual([]);
});

test('hashes one file at a time', async () => {
  queue.add('first', endless('first'));
  queue.add('second', hashOf('second'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun).toEqual(['first']);
});
