/** This page's saves since it opened: how many have begun, and how many have ended, successfully or not. */
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

/** Runs a write of the person's work. Until it ends, the sync total does not say 'synced'. Writes may nest. */
export async function whileWriting<T>(write: () => Promise<T>): Promise<T> {
  change({ ...writes, begun: writes.begun + 1 });
  try {
    return await write();
  } finally {
    change({ ...writes, ended: writes.ended + 1 });
  }
}
