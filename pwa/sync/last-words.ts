import { readDraft } from '../../sync/store/drafts.ts';
import type { Draft } from '../../sync/store/draft-row.ts';
import type { Store } from '../../sync/store/store.ts';

/*
 * Text typed just before a page closes, when the browser does not wait for a database write. It stays in localStorage,
 * under the person's id, until the store opens on the next page.
 */
const PREFIX = 'last-words';
const nameOf = (userId: string, key: string) => `${PREFIX} ${userId} ${key}`;

/** People whose work another tab is sealing or clearing. */
const leaving = new Set<string>();

/** From now on this page leaves no readable text of a person whose work another tab is sealing or clearing. */
export const refuseLastWords = (userId: string): unknown => leaving.add(userId);

export function leaveLastWords(store: Store, draft: Draft): void {
  // The store closes under an open page at sign-out; the text must not stay on this device then.
  if (leaving.has(store.userId) || !store.isOpen()) return;
  try {
    localStorage.setItem(nameOf(store.userId, draft.key), JSON.stringify(draft));
  } catch {
    // The storage is full. The last stored draft remains.
  }
}

/** Call when the draft is in the store, so that the copy here is obsolete. */
export const forgetLastWords = ({ userId }: Store, key: string): void => localStorage.removeItem(nameOf(userId, key));

/** Clears all of a person's text at sign-out. */
export function forgetAllLastWords(userId: string): void {
  for (const name of allOf(userId)) localStorage.removeItem(name);
}

/**
 * Moves the previous page's text into the drafts. Run it before any draft is read.
 * @throws the store's error if it cannot write; the text then stays for the next page
 */
export async function takeUpLastWords(store: Store): Promise<void> {
  for (const name of allOf(store.userId)) {
    const left = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null;
    const known = left && (await readDraft(store, left.key));
    // Another tab may have stored a newer version.
    if (left && (!known || known.updatedAt <= left.updatedAt)) await store.drafts.put(left);
    localStorage.removeItem(name);
  }
}

/**
 * Moves everyone else's text into their drafts, which are sealed or cleared once another person is signed in.
 * @param open a person's store, or null if they have none on this device: they have signed out
 */
export async function takeUpOthersLastWords(userId: string, open: (userId: string) => Promise<Store | null>): Promise<void> {
  const authors = Object.keys(localStorage).flatMap((name) => (name.startsWith(`${PREFIX} `) ? [name.split(' ')[1] ?? ''] : []));
  for (const author of new Set(authors)) {
    if (author === userId) continue;
    const store = await open(author);
    if (store) await takeUpLastWords(store).finally(() => store.close());
    else forgetAllLastWords(author);
  }
}

const allOf = (userId: string) => Object.keys(localStorage).filter((name) => name.startsWith(nameOf(userId, '')));
