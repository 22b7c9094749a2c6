import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { isAbove, isOnDays, type ListedSession } from '../../../sync/queries/session-order.ts';
import type { ReadSessions } from './session-pages.ts';
import type { LogFilter } from './use-log-filter.ts';

interface Ahead {
  card: SessionCard;
  /** Whether the session is stored on this device. A stored session is dropped once the list contains it. */
  written: boolean;
}

type Filter = Pick<LogFilter, 'scope' | 'dogId' | 'from' | 'to' | 'search'>;

let ahead: readonly Ahead[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Ahead[]): void {
  ahead = next;
  for (const listener of listeners) listener();
}

export const sessionsAhead = (): readonly Ahead[] => ahead;

export function subscribeAhead(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a session in the log while it is being stored. Call `written` or `takeBack` when storing ends. */
export function showAhead(card: SessionCard): { written: () => void; takeBack: () => void } {
  const without = () => ahead.filter((other) => other.card.video.id !== card.video.id);
  change([...without(), { card, written: false }]);
  return {
    written: () => ahead.some((other) => other.card === card) && change([...without(), { card, written: true }]),
    takeBack: () => change(without()),
  };
}

/** Drops stored sessions that the list now contains or that do not belong in the list shown. */
export function forgetRead(shown: ReadSessions, read: ReadSessions): void {
  const inList = new Set(read.cards.map(({ video }) => video.id));
  const placed = new Set(shown.cards.map(({ video }) => video.id));
  const left = ahead.filter(({ card: { video }, written }) => !written || (placed.has(video.id) && !inList.has(video.id)));
  if (left.length < ahead.length) change(left);
}

export function forgetAhead(): void {
  if (ahead.length > 0) change([]);
}

const listed = ({ video }: SessionCard): ListedSession => ({ live: video.trainedAt, id: video.id });

/** Whether a new session belongs in the list. During a text search it returns false, because only the search can match text. */
export const isListed = ({ scope, dogId, from, to, search }: Filter, session: { dogId: string | null; day: string }) =>
  scope !== 'partners' &&
  search.trim() === '' &&
  (dogId === '' || dogId === session.dogId) &&
  isOnDays(session.day, { ...(from && { from }), ...(to && { to }) });

/** Adds the sessions that are being stored, each at its place. Returns the same object if none belongs in the loaded part. */
export function withAhead(read: ReadSessions, sessions: readonly Ahead[], filter: Filter): ReadSessions {
  if (sessions.length === 0) return read;
  const known = new Set(read.cards.map(({ video }) => video.id));
  const cards = [...read.cards];
  for (const { card } of sessions) {
    if (known.has(card.video.id) || !isListed(filter, { dogId: card.video.dogId, day: card.day })) continue;
    const below = cards.findIndex((other) => isAbove(listed(card), listed(other)));
    if (below >= 0) cards.splice(below, 0, card);
    else if (read.complete) cards.push(card);
  }
  return cards.length === read.cards.length ? read : { ...read, cards };
}
