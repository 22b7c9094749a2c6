import { Dexie } from 'dexie';
import type { Store } from '../store.ts';
import type { StoredRow } from '../stored-row.ts';
import { type ListedSession, readNewestFirst } from './session-order.ts';

/** What a search of the log looks at: a session's place and filters, and its words in lower case. */
export interface SessionWords extends ListedSession {
  shelf: StoredRow<'videos'>['shelf'];
  dogId: string | null;
  words: string;
}

/** So many sessions at a time: between two readings the page can draw. */
const PIECE = 500;

let kept: { store: Store; all: Promise<SessionWords[]> } | null = null;

// Of whatever page or worker the change is.
Dexie.on('storagemutated', (parts) => {
  if (kept && Object.keys(parts).some((part) => part.startsWith(`idb://${kept?.store.name}/videos/`))) kept = null;
});

/**
 * The words of all live sessions, newest first. Read once and kept in memory until a session changes: who types asks
 * with every letter, and reading thousands of rows each time would hold up the typing.
 */
export function wordsOfSessions(store: Store): Promise<SessionWords[]> {
  if (kept?.store !== store) {
    const all = readAll(store);
    kept = { store, all };
    all.catch(() => {
      if (kept?.all === all) kept = null;
    });
  }
  return kept.all;
}

async function readAll(store: Store): Promise<SessionWords[]> {
  const all: SessionWords[] = [];
  for (;;) {
    const before = all.at(-1);
    const rows = await readNewestFirst(store, { scope: 'all' }, { limit: PIECE, ...(before && { before }) });
    for (const { id, live = '', shelf, dogId, title, description } of rows) {
      all.push({ id, live, shelf, dogId, words: `${title}\n${description}`.toLowerCase() });
    }
    if (rows.length < PIECE) return all;
  }
}
