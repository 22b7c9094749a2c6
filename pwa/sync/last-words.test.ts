import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDraft } from '../../sync/store/drafts.ts';
import type { Draft } from '../../sync/store/draft-row.ts';
import type { Store } from '../../sync/store/store.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { forgetAllLastWords, leaveLastWords, refuseLastWords, takeUpLastWords, takeUpOthersLastWords } from './last-words.ts';

const KATE = '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11';
const BEN = '8c1d2e3f-0a4b-4c5d-9e6f-7a8b9c0d1e2f';
const draft = (title: string, updatedAt = 1): Draft => ({ key: 'videos.create', values: { title }, mediaId: null, updatedAt });

let kate: Store;
let ben: Store;
beforeEach(async () => {
  const names: Record<string, unknown> = {};
  const methods = {
    getItem: (name: string) => names[name] ?? null,
    setItem: (name: string, value: string) => void (names[name] = value),
    removeItem: (name: string) => void delete names[name],
  };
  // As in a browser, only stored names are enumerable.
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(names, name, { value });
  vi.stubGlobal('localStorage', names);
  [kate, ben] = await Promise.all([openTestStore(KATE), openTestStore(BEN)]);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('last words become drafts of their author when the store reopens, and of no one else', async () => {
  leaveLastWords(kate, draft('Send-away'));
  await takeUpLastWords(ben);
  expect(await ben.drafts.count()).toBe(0);
  await takeUpLastWords(kate);
  expect(await readDraft(kate, 'videos.create')).toEqual(draft('Send-away'));
  expect(Object.keys(localStorage)).toEqual([]);
});

it('last words do not overwrite a newer draft from another page', async () => {
  leaveLastWords(kate, draft('Send-away', 1));
  await kate.drafts.put(draft('Send-away to marker', 2));
  await takeUpLastWords(kate);
  expect(await readDraft(kate, 'videos.create')).toEqual(draft('Send-away to marker', 2));
});

it('last words are cleared when their author signs out, even if a page closes later', async () => {
  leaveLastWords(kate, draft('Send-away'));
  leaveLastWords(ben, draft('Weave entries'));
  forgetAllLastWords(KATE);
  kate.close();
  leaveLastWords(kate, draft('Send-away'));
  expect(Object.keys(localStorage)).toEqual([expect.stringContaining(BEN)]);
});

it('last words stay if a full device cannot store them as drafts', async () => {
  leaveLastWords(kate, draft('Send-away'));
  kate.drafts.hook('creating', () => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await expect(takeUpLastWords(kate)).rejects.toThrow('No room');
  expect(Object.keys(localStorage)).toHaveLength(1);
});

it('last words of other people become their drafts, and those of people who signed out are deleted', async () => {
  const gone = '77777777-7777-4777-8777-777777777777';
  leaveLastWords(kate, draft('Mine'));
  leaveLastWords(ben, draft('His'));
  localStorage.setItem(`last-words ${gone} videos.create`, JSON.stringify(draft('Signed out')));
  await takeUpOthersLastWords(KATE, (userId) => Promise.resolve(userId === BEN ? ben : null));
  ben = await openTestStore(BEN);
  expect(await readDraft(ben, 'videos.create')).toMatchObject({ values: { title: 'His' } });
  expect(Object.keys(localStorage)).toEqual([`last-words ${KATE} videos.create`]);
});

// This test comes last, because the refusal lasts as long as the page.
it('last words are not left once another tab seals the work of their author', async () => {
  refuseLastWords(BEN);
  leaveLastWords(ben, draft('Weave entries'));
  leaveLastWords(kate, draft('Send-away'));
  expect(Object.keys(localStorage)).toEqual([expect.stringContaining(KATE)]);
});
