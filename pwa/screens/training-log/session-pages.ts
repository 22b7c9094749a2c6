import { liveQuery, type Subscription } from 'dexie';
import { sameValue } from '../../../api/contract/same-value.ts';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import type { ListedSession, SessionStretch } from '../../../sync/queries/session-order.ts';

/** Size of the first page: a phone's screen and a little more. */
const FIRST = 12;
const MORE = 40;
/** The number of sessions by which a page may grow before it is split. */
const ROOM = 100;

/** One page of the list, with its own live query. */
interface Page {
  before: ListedSession | null;
  /** The page's last session; null if no older session is known. */
  downTo: ListedSession | null;
  size: number;
  cards: readonly SessionCard[] | null;
}

export interface ReadSessions {
  cards: readonly SessionCard[];
  /** Whether there are no older sessions. */
  complete: boolean;
}

export interface SessionPages {
  /** Loads the next page, unless one is loading. */
  more: () => void;
  /** Reports the visible cards: only pages near them stay live; the others reload when they come near again. */
  look: (first: number, last: number) => void;
  /** The loaded pages, to reopen the list with. */
  keep: () => KeptPages;
  close: () => void;
}

export type KeptPages = readonly Readonly<Page>[];

/**
 * A list of sessions loaded page by page while scrolling. A change reloads only the page it is in. Unchanged cards
 * keep their object identity, so that they do not re-render.
 *
 * @param list reads a stretch of the list; called in a live query
 * @param onRead receives everything loaded so far, on each change
 */
export function openSessionPages(
  list: (stretch: SessionStretch) => Promise<SessionCard[]>,
  onRead: (read: ReadSessions) => void,
  kept: KeptPages = [],
): SessionPages {
  const pages: Page[] = kept.map((page) => ({ ...page }));
  const subscriptions = new Map<Page, Subscription>();

  const stretchOf = ({ before, downTo, size, cards }: Page): SessionStretch => ({
    // Ask for one more than fits, to notice that the page has overflowed.
    limit: size + (cards === null ? 0 : ROOM) + 1,
    ...(before && { before }),
    ...(downTo && { downTo }),
  });

  function watch(page: Page) {
    if (subscriptions.has(page)) return;
    const watched = liveQuery(async () => {
      const stretch = stretchOf(page);
      return { stretch, cards: await list(stretch) };
    });
    subscriptions.set(
      page,
      watched.subscribe({
        next: ({ stretch, cards }) => take(page, cards, stretch.limit),
        error: (error: unknown) => reportError(error),
      }),
    );
  }

  function unwatch(page: Page) {
    subscriptions.get(page)?.unsubscribe();
    subscriptions.delete(page);
  }

  function take(page: Page, found: readonly SessionCard[], limit: number) {
    const index = pages.indexOf(page);
    if (index < 0) return;
    const before = page.cards;
    const tooMany = found.length === limit;
    if (tooMany) page.size = Math.max(page.size, before?.length ?? 0);
    page.cards = sameAsBefore(tooMany ? found.slice(0, page.size) : found, before);
    if (tooMany) {
      page.downTo = placeOf(page.cards.at(-1)!);
      // The page now ends earlier, so reload everything after it.
      for (const later of pages.splice(index + 1)) unwatch(later);
    }
    if (page.cards !== before || tooMany) tell();
  }

  function tell() {
    const last = pages.at(-1);
    onRead({
      cards: pages.flatMap(({ cards }) => cards ?? []),
      complete: last !== undefined && last.cards !== null && last.downTo === null,
    });
  }

  function more() {
    const last = pages.at(-1);
    if (last && (last.cards === null || last.downTo === null)) return;
    const page: Page = { before: last?.downTo ?? null, downTo: null, size: last ? MORE : FIRST, cards: null };
    pages.push(page);
    watch(page);
  }

  function look(first: number, last: number) {
    let start = 0;
    for (const [index, page] of pages.entries()) {
      const end = start + (page.cards?.length ?? 0);
      const isNear = page.cards === null || index === 0 || (end + MORE >= first && start - MORE <= last);
      if (isNear) watch(page);
      else unwatch(page);
      start = end;
    }
  }

  // Watch the first restored page, where new sessions appear; the others reload when they come near the screen.
  if (pages[0]) watch(pages[0]);
  else more();
  return { more, look, keep: () => pages.filter(({ cards }) => cards !== null), close: () => [...subscriptions.keys()].forEach(unwatch) };
}

const placeOf = ({ video }: SessionCard): ListedSession => ({ live: video.trainedAt, id: video.id });

/** The new cards, reusing unchanged old card objects; the old array itself if nothing changed. */
function sameAsBefore(found: readonly SessionCard[], before: readonly SessionCard[] | null): readonly SessionCard[] {
  if (!before) return found;
  const known = new Map(before.map((card) => [card.video.id, card]));
  const cards = found.map((card) => {
    const old = known.get(card.video.id);
    return old && sameValue(old, card) ? old : card;
  });
  return cards.length === before.length && cards.every((card, index) => card === before[index]) ? before : cards;
}
