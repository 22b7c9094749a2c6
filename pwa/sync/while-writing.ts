/** Saves of this page since it was opened: how many were begun, and how many of these have ended, either way. */
export interface Writes {
  begun: number;
  ended: number;
}

let writes: Writes = { begun: 0, ended: 0 };
const listeners = new Set<() => void>();

function change(next: Writes): void {
  writes = next;
  for (const listener of listeners) listener();
}

export const writesOfPage = (): Writes => writes;

export function subscribeWrites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs what puts a person's work on the disk; until it has ended, nothing is called synced. Saves may stand in one another. */
export async function whileWriting<T>(write: () => Promise<T>): Promise<T> {
  change({ ...writes, begun: writes.begun + 1 });
  try {
    return await write();
  } finally {
    change({ ...writes, ended: writes.ended + 1 });
  }
}
