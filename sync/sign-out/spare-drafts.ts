import { draftLock, formKey, formLock } from '../store/draft-keys.ts';
import type { Draft } from '../store/draft-row.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

/** Which keys have an open form in some tab, even an untouched one: the form overwrites the draft under its key. */
export async function keysOfOpenForms(store: Store, ports: Ports, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const key of keys) {
    if (!(await whileNoFormIsOpen(store, ports, key, async () => true))) open.add(key);
  }
  return open;
}

/**
 * Adds a draft from another sign-in, in the caller's transaction. If its key is taken, it becomes a spare draft.
 * @param id makes the key of the spare unique; a spare with this id, from an interrupted attempt, stays as it is
 */
export async function addBeside(store: Store, draft: Draft, id: string, open: ReadonlySet<string>): Promise<void> {
  const other = await store.drafts.get(draft.key);
  if (other && isSame(other, draft)) return;
  if (!other && !open.has(draft.key)) return void (await store.drafts.add(draft));
  const key = `${draft.key}~${id}`;
  if (!(await store.drafts.get(key))) await store.drafts.add({ ...draft, key });
}

const isSame = (a: Draft, b: Draft) => a.mediaId === b.mediaId && JSON.stringify(a.values) === JSON.stringify(b.values);

/**
 * Swaps a spare draft with the one under the key of its form, so that the form opens with it.
 * @returns false while that form is open in another tab
 */
export async function takeUpSpare(store: Store, ports: Ports, spareKey: string): Promise<boolean> {
  const key = formKey(spareKey);
  const swap = () =>
    store.transaction('rw', store.drafts, async () => {
      const [spare, other] = await store.drafts.bulkGet([spareKey, key]);
      if (!spare) return true;
      if (other) await store.drafts.put({ ...other, key: spareKey });
      else await store.drafts.delete(spareKey);
      // Refresh the date: after a save, this tab's form hides older drafts of its key.
      await store.drafts.put({ ...spare, key, updatedAt: ports.now() });
      return true;
    });
  return (await whileNoFormIsOpen(store, ports, key, swap)) ?? false;
}

/** Runs `work` unless a form of this key is open or its save is still being written. @returns undefined if it did not run */
function whileNoFormIsOpen<Result>(store: Store, ports: Ports, key: string, work: () => Promise<Result>): Promise<Result | undefined> {
  const alone = () => ports.lock(draftLock(store.userId, key), work, { ifAvailable: true });
  return ports.lock(formLock(store.userId, key), alone, { ifAvailable: true });
}
