import { describe, expect, it } from 'vitest';
import { type Cursor, feedName } from '../../api/contract/sync-protocol.ts';
import { keepReached, noteReached, toReadAgain } from './reached.ts';
import { openTestStore } from '../testing/open-test-store.ts';

const USER = '6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b';
const EPOCH = '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11';
const FEED = feedName('own', USER);

const at = (position: number, branch = 'first') => ({ position, branch });
const READ: Cursor = { epoch: EPOCH, ...at(3) };

/** The cursor after these answers. */
async function afterAnswers(...places: { position: number; branch: string }[]): Promise<Cursor | undefined> {
  const store = await openTestStore(USER);
  await store.cursors.put({ feed: FEED, cursor: READ, reading: null });
  for (const place of places) await noteReached(store, { [FEED]: { epoch: EPOCH, ...place } });
  return (await store.cursors.get(FEED))?.cursor;
}

describe('the places that answers have named', () => {
  it('keep the furthest of each branch, oldest first', async () => {
    expect(await afterAnswers(at(5), at(7), at(6))).toEqual({ ...READ, reached: at(7) });
    expect(await afterAnswers(at(5), at(7, 'second'))).toEqual({ ...READ, reachedBefore: [at(5)], reached: at(7, 'second') });
    expect(await afterAnswers(at(5), at(7, 'second'), at(8, 'third'), at(9, 'second'))).toEqual({
      ...READ,
      reachedBefore: [at(5), at(8, 'third')],
      reached: at(9, 'second'),
    });
  });

  it('keep a place on another branch even if a later answer or the read is further', async () => {
    expect(await afterAnswers(at(7, 'second'), at(5))).toEqual({ ...READ, reachedBefore: [at(7, 'second')], reached: at(5) });
    expect(await afterAnswers(at(2, 'earlier'))).toEqual({ ...READ, reached: at(2, 'earlier') });
    expect(await afterAnswers(at(2))).toEqual(READ);
  });

  const held: Cursor = { ...READ, reachedBefore: [at(5)], reached: at(7, 'second') };
  it('stay until a page ends beyond them', () => {
    expect(keepReached({ epoch: EPOCH, ...at(6, 'second') }, held, held)).toEqual({
      epoch: EPOCH,
      ...at(6, 'second'),
      reached: at(7, 'second'),
    });
    expect(keepReached({ epoch: EPOCH, ...at(8, 'second') }, held, held)).toEqual({ epoch: EPOCH, ...at(8, 'second') });
  });

  it('stay if they are on another branch and the request did not carry them', () => {
    const asked = READ;
    expect(keepReached({ epoch: EPOCH, ...at(8, 'second') }, held, asked)).toEqual({
      epoch: EPOCH,
      ...at(8, 'second'),
      reached: at(5),
    });
  });

  it('go with their epoch', () => {
    const other = { epoch: USER, ...at(1) };
    expect(keepReached(other, held, held)).toEqual(other);
  });

  it('stay with what was read when the feed is read again', () => {
    expect(toReadAgain(held)).toEqual({ ...held, position: 0, branch: undefined });
    expect(toReadAgain({ ...READ, reached: at(7, 'second') })).toEqual({
      epoch: EPOCH,
      position: 0,
      reachedBefore: [at(3)],
      reached: at(7, 'second'),
    });
    expect(toReadAgain(READ)).toEqual({ epoch: EPOCH, position: 0, reached: at(3) });
  });
});
