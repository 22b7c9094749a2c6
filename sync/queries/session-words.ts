import { Dexie } from 'dexie';
import type { VideoPatch } from '../../api/contract/entities/video.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/stored-row.ts';
import { foldedWords } from './folded-words.ts';
import { dayOf, type ListedSession, readNewestFirst } from './session-order.ts';

/** The parts of a session that log search checks: position, filters, and the folded words of its texts. */
export interface SessionWords extends ListedSession {
  shelf: StoredRow<'videos'>['shelf'];
  ownerId: string;
  dogId: string | null;
  /** Training day, YYYY-MM-DD. */
  day: string;
  words: string;
}

/** Number of sessions read at a time; the page can draw between two reads. */
const PIECE = 500;

/**
 * Whether log search reads the field's text (R200). Names and days: `session-search.ts`. It is not beside the
 * schema, because the first cards are drawn without schemas (R150).
 */
const IS_SEARCHED: Record<keyof VideoPatch, boolean> = {
  title: true,
  description: true,
  dogId: false,
  weather: true,
  surface: true,
  place: true,
  showsResults: false,
  videoUrl: false,
  thumbnailUrl: false,
  trainedAt: false,
  trainedZone: false,
};
const SEARCHED = (Object.keys(IS_SEARCHED) as (keyof VideoPatch)[]).filter((field) => IS_SEARCHED[field]);

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
    for (const row of rows) {
      const { id, live = '', shelf, ownerId, dogId } = row;
      const texts = SEARCHED.map((field) => row[field] ?? '');
      all.push({ id, live, shelf, ownerId, dogId, day: dayOf(row), words: foldedWords(texts.join('\n')) });
    }
    if (rows.length < PIECE) return all;
  }
}
