import { Dexie } from 'dexie';
import { searchText } from '../../api/contract/search-text.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/stored-row.ts';
import { type ListedSession, readNewestFirst } from './session-order.ts';

/** What a search of the log checks: a session's position, its filters and its words, folded. */
export interface SessionWords extends ListedSession {
  shelf: StoredRow<'videos'>['shelf'];
  dogId: string | null;
  words: string;
}

/** Number of sessions read at a time; the page can draw between two reads. */
const PIECE = 500;

let kept: { store: Store; all: Promise<SessionWords[]> } | null = null;

// Fires for changes from any page or worker.
Dexie.on('storagemutated', (parts) => {
  if (kept && Object.keys(parts).some((part) => part.startsWith(`idb://${kept?.store.name}/videos/`))) kept = null;
});

/**
 * The words of all live sessions, newest first. Kept in memory until a session changes: a search runs on every
 * keystroke, and reading thousands of rows each time would make typing lag.
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
      all.push({ id, live, shelf, dogId, words: searchText(`${title}\n${description}`) });
    }
    if (rows.length < PIECE) return all;
  }
}
