import { unwrittenLock } from '../../sync/sign-out/leaving-channel.ts';
import { holdLock } from './hold-lock.ts';

/** Write the drafts of this page's forms in which something was typed a moment ago. */
const writers = new Set<() => Promise<unknown>>();

/** Call when something was typed that is not stored yet: sealing this person's work waits for it (R193). @returns ends it */
export function holdUnwritten(userId: string, write: () => Promise<unknown>): () => void {
  const letGo = holdLock(unwrittenLock(userId));
  writers.add(write);
  return () => {
    writers.delete(write);
    letGo();
  };
}

/** Stores the text typed into this page's forms, without waiting for a pause in typing. A form that cannot be stored keeps its words. */
export async function writeUnwritten(): Promise<void> {
  await Promise.allSettled([...writers].map((write) => write()));
}
