import { liveQuery, type Subscription } from 'dexie';
import { sameValue } from '../../../api/contract/same-value.ts';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import type { ListedSession, SessionStretch } from '../../../sync/queries/session-order.ts';

/** The first stretch: what fills a phone's screen and a little more. */
const FIRST = 12;
const MORE = 40;
/** So many may come into a stretch before it is cut. */
const ROOM = 100;

/** One stretch of the list, read by itself and again when something in it changes. */
interface Page {
  before: ListedSession | null;
  /** Null while nothing older is known: the list's end, as far as it is read. */
  downTo: ListedSession | null;
  size: number;
  cards: readonly SessionCard[] | null;
}

export interface ReadSessions {
  cards: readonly SessionCard[];
  /** There are no older ones. */
  complete: boolean;
}

export interface SessionPages {
  /** Reads older ones, unless it does so already. */
  more: () => void;
  /** Which cards are on the screen: only what is near is kept up to date, the rest once it comes near again. */
  look: (first: number, last: number) => void;
  /** What was read, to go on from in another life of the same list. */
  keep: () => KeptPages;
  close: () => void;
}

export type KeptPages = readonly Readonly<Page>[];

/**
 * A list of sessions that is read stretch by stretch as one scrolls. A change reads again the stretch that it is in,
 * not the list; cards that say the same as before stay the same objects, so that they are not drawn again.
 *
 * @param list answers a stretch of the list; called in a live query
 * @param onRead told everything that is read so far, whenever that changes
 */
export function openSessionPages(
  list: (stretch: SessionStretch) => Promise<SessionCard[]>,
  onRead: (read: ReadSessions) => void,
  kept: KeptPages = [],
): SessionPages {
  const pages: Page[] = kept.map((page) => ({ ...page }));
  const subscriptions = new Map<Page, Subscription>();

  const stretchOf = ({ before, downTo, size, cards }: Page): SessionStretch => ({
    // One more than it may hold tells that it holds more.
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
      // Its end has moved up: what stands below it now is read anew.
      for (const later of pages.splice(index + 1)) unwatch(later);
    }
    if (page.cards !== before || tooMany) tell();
  }

  function tell() {
    const last = pages.at(-1);
    onRead({ cards: pages.flatMap(({ cards }) => cards ?? []), complete: last !== undefined && last.cards !== null && last.downTo === null });
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

  // Of what was kept, new ones come in at the top; the rest is read again when it comes near the screen.
  if (pages[0]) watch(pages[0]);
  else more();
  return { more, look, keep: () => pages.filter(({ cards }) => cards !== null), close: () => [...subscriptions.keys()].forEach(unwatch) };
}

const placeOf = ({ video }: SessionCard): ListedSession => ({ live: video.trainedAt, id: video.id });

/** The new cards, each the very one of before where it says the same; the very list where all do. */
function sameAsBefore(found: readonly SessionCard[], before: readonly SessionCard[] | null): readonly SessionCard[] {
  if (!before) return found;
  const known = new Map(before.map((card) => [card.video.id, card]));
  const cards = found.map((card) => {
    const old = known.get(card.video.id);
    return old && sameValue(old, card) ? old : card;
  });
  return cards.length === before.length && cards.every((card, index) => card === before[index]) ? before : cards;
}
