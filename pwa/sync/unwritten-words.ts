import { unwrittenLock } from '../../sync/sign-out/leaving-channel.ts';
import { holdLock } from './hold-lock.ts';

/** One function for each form on this page with unstored text, which stores its draft. */
const writers = new Set<() => Promise<unknown>>();

/**
 * Call when typed text is not stored yet: sealing this person's work waits for it (R193).
 * @returns a function to call once the text is stored
 */
export function holdUnwritten(userId: string, write: () => Promise<unknown>): () => void {
  const letGo = holdLock(unwrittenLock(userId));
  writers.add(write);
  return () => {
    writers.delete(write);
    letGo();
  };
}

/** Stores the text typed into this page's forms, without waiting for a pause in typing. A form that fails keeps its text. */
export async function writeUnwritten(): Promise<void> {
  await Promise.allSettled([...writers].map((write) => write()));
}
