import { type AnyRow, ENTITY_NAMES, type EntityName } from '../../api/contract/entities.ts';
import {
  type FeedEntry,
  type FeedPage,
  feedName,
  type PullAnswer,
  type PullRequest,
  SYNC_VERSION,
} from '../../api/contract/sync-protocol.ts';
import { type Answered, callApi } from '../http/call-api.ts';
import { awaitOffered } from '../outbox/dependencies.ts';
import { dropFeed } from './drop-feed.ts';
import { forgetMediaOf } from '../media/forget-media.ts';
import { isOvertaken } from '../store/row-version.ts';
import { isLost, isUnappliedOffer, keepComments, offerMissing, offerNewer, offerOver } from '../outbox/requeue-lost-rows.ts';
import type { Ports } from '../ports/ports.ts';
import { pendingOf, refold } from '../outbox/rebase.ts';
import { keepReached, toReadAgain } from './reached.ts';
import { getRowsHere } from './rows-here.ts';
import { plainRow, storedRow, type StoredRow } from '../store/stored-row.ts';
import type { HeldCursor, ShadowRow, Store, Suspect, WholeReading } from '../store/store.ts';
import { type Setback, setbackOf, UNREACHABLE } from '../http/classify-answer.ts';

const KINDS = ENTITY_NAMES.length;

export interface Pulled {
  /** What keeps it from continuing; null when it read everything. */
  setback: Setback | null;
  /** It has queued offers to a restored server, or dropped some that had become unnecessary. */
  changedOffers: boolean;
}

/**
 * Reads everything new in every feed that the person may read.
 *
 * 1. Send the held cursors.
 * 2. In one transaction: delete the rows of feeds that may no longer be read, then apply the pages and move their
 *    cursors. A page counts only if its feed's cursor is still the one that was sent, and the loss of a feed only if
 *    all cursors are. Two concurrent engines, or an outdated answer, can then neither skip nor revert anything.
 * 3. A full read starts with every held row of that feed as a suspect. Each page clears the rows that it names; the
 *    rest is removed at the end.
 *
 * The request for the next page overlaps with applying the current one: its cursors are known in advance.
 *
 */
export async function pull(store: Store, ports: Ports): Promise<Pulled> {
  let changedOffers = false;
  const ended = (setback: Setback | null): Pulled => ({ setback, changedOffers });
  let asked = await cursorsForThisApp(store);
  let asking = askForNews(store, ports, asked);
  for (;;) {
    const answered = await asking;
    const setback = setbackOf(answered);
    if (setback) return ended(setback);
    const whole = answered.kind === 'answer' ? asPullAnswer(store, answered.body) : null;
    if (!whole) return ended(UNREACHABLE);
    const answer = await withoutBlocked(store, whole);
    const isLast = !answer.pages.some(({ more }) => more);
    const next = cursorsAfter(asked, answer);
    if (!isLast) asking = askForNews(store, ports, next);
    // Avoid an unhandled rejection if this is never awaited.
    asking.catch(() => undefined);
    const { counted, offered } = await applyPull(store, ports, asked, answer);
    changedOffers ||= offered;
    if (isLast && counted) return ended(null);
    if (counted) asked = next;
    else {
      // Another engine has moved the cursors: continue from there.
      if (!isLast) await asking.catch(() => undefined);
      asked = await store.cursors.toArray();
      asking = askForNews(store, ports, asked);
    }
  }
}

/**
 * The held cursors. Those that an app of another version has moved begin again, because it skipped entries of kinds that
 * it did not know (docs/decisions/0168).
 */
async function cursorsForThisApp(store: Store): Promise<HeldCursor[]> {
  const held = await store.cursors.toArray();
  const others = held.filter(({ kinds }) => kinds !== KINDS);
  if (others.length === 0) return held;
  return store.transaction('rw', store.cursors, async () => {
    await store.cursors.toCollection().modify((cursor) => {
      if (cursor.kinds === KINDS) return;
      cursor.cursor = toReadAgain(cursor.cursor);
      cursor.kinds = KINDS;
    });
    return store.cursors.toArray();
  });
}

/** One request for everything new above these cursors. */
export function askForNews(store: Store, ports: Ports, held: readonly HeldCursor[]): Promise<Answered> {
  const request: PullRequest = {
    version: SYNC_VERSION,
    cursors: Object.fromEntries(held.map(({ feed, cursor }) => [feed, cursor])),
  };
  return callApi(store, ports, '/api/sync', request);
}

/** The cursors after these pages. If a page is skipped, the pages that build on it are skipped too. */
function cursorsAfter(held: readonly HeldCursor[], { readable, pages }: PullAnswer): HeldCursor[] {
  const kept = new Set(readable);
  const after = new Map(held.filter(({ feed }) => kept.has(feed)).map((cursor) => [cursor.feed, cursor]));
  for (const { feed, cursor } of pages) {
    const before = after.get(feed)?.cursor;
    after.set(feed, { feed, cursor: keepReached(cursor, before, before), reading: null });
  }
  return [...after.values()];
}

/** Rows in a page are trusted, but a body that is not a pull answer must never delete anything. */
function asPullAnswer(store: Store, body: unknown): PullAnswer | null {
  const { readable, pages } = (body ?? {}) as Partial<PullAnswer>;
  if (!Array.isArray(readable) || !Array.isArray(pages)) return null;
  return readable.includes(feedName('own', store.userId)) ? { readable, pages } : null;
}

/** Without the feeds of people whom this person has blocked. Until the server knows of a block, it still sends them (R375). */
async function withoutBlocked(store: Store, { readable, pages }: PullAnswer): Promise<PullAnswer> {
  const hidden = new Set((await store.view('blocks').toArray()).map(({ blockedId }) => feedName('shown', blockedId)));
  return { readable: readable.filter((feed) => !hidden.has(feed)), pages: pages.filter(({ feed }) => !hidden.has(feed)) };
}

interface Applied {
  /** False if the answer or a page of it came too late and was not applied. */
  counted: boolean;
  /** It has queued or dropped an offer. */
  offered: boolean;
}

async function applyPull(store: Store, ports: Ports, held: readonly HeldCursor[], { readable, pages }: PullAnswer): Promise<Applied> {
  const kept = new Set(readable);
  const lost = held.filter(({ feed }) => !kept.has(feed));
  if (lost.length === 0 && pages.length === 0) return { counted: true, offered: false };
  return store.transaction('rw', [...store.rowTables, store.cursors, store.suspects], async () => {
    // Another engine may have read since that the feed is readable again; that moves at least the inbox cursor.
    const overtaken = lost.length > 0 && !areSameCursors(held, await store.cursors.toArray());
    const sent = new Map(held.map((cursor) => [cursor.feed, cursor]));
    const restored = pages.find((page) => isOfOtherHistory(page, sent.get(page.feed)));
    for (const { feed } of overtaken ? [] : lost) {
      if (restored) await keepComments(store, ports, feed, restored.sharedUntil);
      await dropFeed(store, feed);
    }
    const applied: Applied = { counted: !overtaken, offered: false };
    for (const page of pages) {
      const asked = sent.get(page.feed);
      const now = await store.cursors.get(page.feed);
      if (!isSameCursor(asked, now)) applied.counted = false;
      else if (await applyPage(store, ports, page, { asked, held: now })) applied.offered = true;
    }
    return applied;
  });
}

const isOfOtherHistory = ({ fromStart, cursor }: FeedPage, held: HeldCursor | undefined) =>
  fromStart && held !== undefined && held.cursor.epoch !== cursor.epoch;

const areSameCursors = (asked: readonly HeldCursor[], now: readonly HeldCursor[]) =>
  asked.length === now.length &&
  asked.every((cursor) =>
    isSameCursor(
      cursor,
      now.find(({ feed }) => feed === cursor.feed),
    ),
  );

const isSameCursor = (a: HeldCursor | undefined, b: HeldCursor | undefined) =>
  a?.cursor.epoch === b?.cursor.epoch && a?.cursor.position === b?.cursor.position;

/** Where the device was in a feed when it asked for a page, and where it is now. */
interface Progress {
  asked: HeldCursor | undefined;
  held: HeldCursor | undefined;
}

/** @returns whether it has queued or dropped an offer */
async function applyPage(store: Store, ports: Ports, page: FeedPage, { asked, held }: Progress): Promise<boolean> {
  const { feed, cursor, entries } = page;
  let reading = held?.reading ?? null;
  if (page.fromStart) {
    // Until the first full read ends, the epoch of confirmed rows is unknown: treat it as another one.
    const restored = reading?.restored || isOfOtherHistory(page, held);
    reading = {
      otherEpoch: (reading?.otherEpoch ?? false) || held?.cursor.epoch !== cursor.epoch,
      ...(restored && { restored, sharedUntil: page.sharedUntil }),
    };
    await suspectAll(store, feed);
  }
  const hasShadows = (await store.shadow.limit(1).primaryKeys()).length > 0;
  let offered = false;
  for (const entity of ENTITY_NAMES) {
    const some = entries.filter((entry) => entry.entity === entity);
    const part = { feed, entity, hasShadows, reading };
    if (some.length > 0 && (await applyEntries(store, ports, part, some))) offered = true;
  }
  if (reading) {
    // A first read has no suspects; skip the deletes.
    const named = (await store.suspects.where('feed').equals(feed).count()) > 0 ? entries.filter(({ row }) => row !== null) : [];
    await store.suspects.bulkDelete(named.map(({ entity, id }): [string, EntityName, string] => [feed, entity, id]));
    if (!page.more) {
      if (await sweep(store, ports, feed, reading.otherEpoch)) offered = true;
      reading = null;
    }
  }
  await store.cursors.put({ feed, cursor: keepReached(cursor, held?.cursor, asked?.cursor), reading, kinds: KINDS });
  return offered;
}

interface Part {
  feed: string;
  entity: EntityName;
  hasShadows: boolean;
  /** The full read that this page belongs to. It mostly brings rows that are not on the device. */
  reading: WholeReading | null;
}

async function applyEntries(
  store: Store,
  ports: Ports,
  { feed, entity, hasShadows, reading }: Part,
  entries: readonly FeedEntry[],
): Promise<boolean> {
  const table = store.view(entity);
  const ids = entries.map(({ id }) => id);
  const views = reading ? await getRowsHere(table, ids) : await table.bulkGet(ids);
  const shadows = hasShadows ? await store.shadow.bulkGet(ids.map((id): [EntityName, string] => [entity, id])) : [];
  const puts: StoredRow[] = [];
  const deletes: string[] = [];
  const pending: ShadowRow[] = [];
  let offered = false;
  for (const [place, { id, row: sent }] of entries.entries()) {
    const view = views[place];
    const shadow = shadows[place];
    const row = sent as AnyRow | null;
    const confirmed = shadow ? shadow.row : view ? plainRow(view) : null;
    if (!row) {
      // A row that has moved to another feed belongs to that one.
      if ((shadow ?? view)?.feed !== feed) continue;
      if (shadow) pending.push({ ...shadow, gone: true });
      else deletes.push(id);
      continue;
    }
    let now = shadow;
    // Older than a copy that the server has confirmed: the newer entry is still to come.
    const isOlder = confirmed && isOvertaken(row, confirmed) && !reading?.otherEpoch;
    if (isOlder && !isOnlyRead(feed, row, store.userId)) continue;
    if (confirmed && reading?.otherEpoch && isLost(confirmed, row, reading)) {
      if (await offerNewer(store, ports, entity, { held: confirmed, theirs: row, sharedUntil: reading.sharedUntil })) offered = true;
      // The offer has created a shadow for the row.
      now ??= await store.shadow.get([entity, id]);
    }
    const unapplied = now?.row === null ? (await pendingOf(store, entity, id)).find(isUnappliedOffer) : undefined;
    if (unapplied) {
      await offerOver(store, ports, unapplied, row);
      offered = true;
    }
    if (now) pending.push({ ...now, feed, row, gone: false });
    else puts.push(storedRow(entity, row, feed, store.userId));
  }
  await table.bulkPut(puts);
  await table.bulkDelete(deletes);
  await forgetMediaOf(store, entity, deletes);
  await store.shadow.bulkPut(pending);
  for (const { id } of pending) await refold(store, entity, id);
  return offered;
}

/**
 * Whether only this feed brings the row to this device, in order. An older copy is then the current one, from a
 * server that was restored from a backup.
 */
const isOnlyRead = (feed: string, row: AnyRow, userId: string) =>
  feed.startsWith('shown:') && (row as { userId?: string }).userId !== userId;

async function suspectAll(store: Store, feed: string): Promise<void> {
  await store.suspects.where('feed').equals(feed).delete();
  const shadows = await store.shadow.where('feed').equals(feed).toArray();
  const suspects: Suspect[] = shadows.map(({ entity, id }) => ({ feed, entity, id }));
  for (const entity of ENTITY_NAMES) {
    const ids = await store.view(entity).where('feed').equals(feed).primaryKeys();
    for (const id of ids) suspects.push({ feed, entity, id });
  }
  if (suspects.length > 0) await store.suspects.bulkPut(suspects);
}

/**
 * Removes the rows that a full read did not name. Offers lost ones again; rows with pending changes only become `gone`.
 * @returns whether it has offered any
 */
async function sweep(store: Store, ports: Ports, feed: string, otherEpoch: boolean): Promise<boolean> {
  let offered = false;
  const suspects = await store.suspects.where('feed').equals(feed).toArray();
  // Parents first: an offered row may reference them.
  suspects.sort((a, b) => ENTITY_NAMES.indexOf(a.entity) - ENTITY_NAMES.indexOf(b.entity));
  for (const { entity, id } of suspects) {
    const shadow = await store.shadow.get([entity, id]);
    // The row was never on the server.
    if (shadow?.row === null) continue;
    if (otherEpoch && (await offerMissing(store, ports, entity, id))) offered = true;
    else if (shadow) {
      await store.shadow.put({ ...shadow, gone: true });
      await refold(store, entity, id);
    } else {
      await store.view(entity).delete(id);
      await forgetMediaOf(store, entity, [id]);
    }
  }
  if (offered) await awaitOffered(store);
  await store.suspects.where('feed').equals(feed).delete();
  return offered;
}
