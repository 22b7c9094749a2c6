import { type Draft, readDraft } from '../../sync/drafts.ts';
import type { Store } from '../../sync/store.ts';

/*
 * What was typed in the moments before a page goes away: a browser does not wait for a database then. It stands in
 * localStorage, under its person's name, from the end of one page until the store is opened for the next one.
 */
const PREFIX = 'last-words';
const nameOf = (userId: string, key: string) => `${PREFIX} ${userId} ${key}`;

export function leaveLastWords(store: Store, draft: Draft): void {
  // Closed under the page: its person has left this device, and takes their words along.
  if (!store.isOpen()) return;
  try {
    localStorage.setItem(nameOf(store.userId, draft.key), JSON.stringify(draft));
  } catch {
    // No room: what was written down before stands.
  }
}

/** The page is there still, and the words are in the store. */
export const forgetLastWords = ({ userId }: Store, key: string): void => localStorage.removeItem(nameOf(userId, key));

/** The person leaves this device: nothing of what they typed stays. */
export function forgetAllLastWords(userId: string): void {
  for (const name of allOf(userId)) localStorage.removeItem(name);
}

/**
 * Makes drafts of what the page before left, before anybody asks for one.
 * @throws whatever the store does when it takes nothing; the words stay for the next page then
 */
export async function takeUpLastWords(store: Store): Promise<void> {
  for (const name of allOf(store.userId)) {
    const left = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null;
    const known = left && (await readDraft(store, left.key));
    // Another tab may have gone on with it.
    if (left && (!known || known.updatedAt <= left.updatedAt)) await store.drafts.put(left);
    localStorage.removeItem(name);
  }
}

const allOf = (userId: string) => Object.keys(localStorage).filter((name) => name.startsWith(nameOf(userId, '')));
