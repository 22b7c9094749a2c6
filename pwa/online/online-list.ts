import * as z from 'zod/mini';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import type { Store } from '../../sync/store/store.ts';
import type { OnlineAccount } from '../sync/online-account.ts';
import { type CachedRows, type CacheNames, keysOf } from './cached-rows.ts';
import { nextPage } from './next-page.ts';

/** A list that exists only on the server, for example the community's cues. */
export interface OnlineListSource<Row> extends CacheNames {
  /** Picks this list's rows from stored rows, which may come from another filter; default: all. */
  fitting?: (cached: readonly Row[]) => readonly Row[];
  path: `/api/${string}`;
  row: z.ZodMiniType<Row>;
  /** The answer is a single object instead of an array: the list's only row. */
  single?: true;
  /** This device keeps no copy, and each visit reads the list again. */
  isSecret?: true;
}

export interface OnlineListState<Row> {
  /** The last answer, from the server or from this device; undefined before the first. */
  rows: readonly Row[] | undefined;
  /** When the server gave that answer, in milliseconds. */
  readAt: number | null;
  /** The path of the next page. */
  next: string | null;
  reading: boolean;
  /** Why the last read failed. `unreachable`: no answer; `refused`: a refusal, or an answer of another shape. */
  failure: 'unreachable' | 'refused' | null;
  /** The HTTP status of a refused read. */
  status: number | null;
  /** Whether this page has read these rows for this list. Otherwise they are stored rows from another visit or filter. */
  readHere: boolean;
}

export interface OnlineList<Row> {
  state: () => OnlineListState<Row>;
  /** Subscribes. Reads the list unless this page has read it and its retention time has not passed. */
  follow: (listener: () => void) => () => void;
  /** Reads the list again from the start. */
  refresh: () => void;
  /** Reads the next page, if there is one. */
  readOn: () => void;
}

/** R131: cached data never goes stale, and is retained this long after its last subscriber leaves. */
export const RETAINED_MS = 5 * 60_000;

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Refused with ${status}`);
    this.status = status;
  }
}

/** The stored answer with the most rows for this list. */
async function cachedOf<Row>(store: Store, source: OnlineListSource<Row>): Promise<CachedRows<Row> | undefined> {
  const found = await store.settings.bulkGet(keysOf(source));
  const cached = found
    .flatMap((each) => (each ? [each.value as CachedRows<Row>] : []))
    .map((each) => ({ ...each, rows: source.fitting?.(each.rows) ?? each.rows }));
  return cached.toSorted((a, b) => b.rows.length - a.rows.length)[0];
}

/** The list's stored rows, without a request. */
export async function readCached<Row>(store: Store, source: OnlineListSource<Row>): Promise<readonly Row[]> {
  return (await cachedOf(store, source))?.rows ?? [];
}

/**
 * Reads a list and stores the last answer on the device, so that it appears offline. Never retries, and never rereads
 * on focus, mount or reconnect (R130).
 * @param isStillSignedIn whether this account is still signed in; another person's list must not be stored here
 */
export function openOnlineList<Row>(
  { userId, ports, store }: OnlineAccount,
  source: OnlineListSource<Row>,
  isStillSignedIn: () => boolean,
): OnlineList<Row> {
  const listeners = new Set<() => void>();
  let state: OnlineListState<Row> = {
    rows: undefined,
    readAt: null,
    next: null,
    reading: false,
    failure: null,
    status: null,
    readHere: false,
  };
  let leftAt = 0;
  let again = false;

  const change = (patch: Partial<OnlineListState<Row>>) => {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  };

  const showCached = async () => {
    if (state.rows || !store || source.isSecret) return;
    const cached = await cachedOf(store, source);
    if (cached && !state.rows) change(cached);
  };

  const ask = async (path: string): Promise<CachedRows<Row>> => {
    const headers = { Accept: 'application/json', [USER_HEADER]: userId };
    const response = await ports.fetch(new Request(ports.origin + path, { headers, credentials: 'include', redirect: 'error' }));
    // An HTML page from a proxy or captive portal is not a refusal, whatever its status: the API answers in JSON.
    if (!response.ok && !response.headers.get('Content-Type')?.includes('json')) throw new TypeError('A page in place of an answer');
    if (!response.ok || !isStillSignedIn()) throw new Refused(response.status);
    const body: unknown = await response.json();
    const answer = z.safeParse(z.array(source.row), source.single ? [body] : body);
    if (!answer.success) throw new Refused(response.status);
    return { rows: answer.data, readAt: ports.now(), next: nextPage(response) };
  };

  const read = async (path: string, before: readonly Row[]) => {
    if (state.reading) return;
    change({ reading: true });
    // The store may be closing or full; the list on screen does not depend on it.
    await showCached().catch(() => undefined);
    try {
      const page = await ask(path);
      const cached = { ...page, rows: [...before, ...page.rows] };
      change({ ...cached, reading: false, failure: null, status: null, readHere: true });
      if (!source.isSecret) await store?.settings.put({ key: keysOf(source)[0] ?? source.name, value: cached }).catch(() => undefined);
    } catch (error) {
      const refused = error instanceof Refused;
      change({ reading: false, failure: refused ? 'refused' : 'unreachable', status: refused ? error.status : null });
    }
    if (!again) return;
    again = false;
    refresh();
  };
  const refresh = () => {
    // What is being read may be older than what called for this.
    if (state.reading) again = true;
    else void read(source.path, []);
  };

  return {
    state: () => state,
    refresh,
    readOn: () => {
      if (state.next) void read(state.next, state.rows ?? []);
    },
    follow: (listener) => {
      const retained = state.readHere && (listeners.size > 0 || (!source.isSecret && ports.now() - leftAt < RETAINED_MS));
      listeners.add(listener);
      if (!retained) void read(source.path, []);
      return () => {
        listeners.delete(listener);
        leftAt = ports.now();
      };
    },
  };
}
