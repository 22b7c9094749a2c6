import { setMaxListeners } from 'node:events';

/** Announces which feeds moved, after the commit; never their content. */
export interface PokeHub {
  /** Notifies the listeners of every replica, without waiting for them. */
  publish(feeds: readonly string[]): void;
  /** Listens to the named feeds until the caller calls the returned function. Each call is a separate subscription. */
  subscribe(feeds: Iterable<string>, listener: PokeListener): () => void;
  /** Aborted by `close`; streams that depend on pokes end with it. */
  readonly closed: AbortSignal;
  close(): Promise<void>;
}

export type PokeListener = (feed: string) => void;

/** This process's listeners by feed. The cost of a poke depends on the listeners it reaches, not on the open streams. */
export function createPokeListeners() {
  // Objects, not functions: a caller may subscribe the same function twice and end one of the two.
  const byFeed = new Map<string, Set<{ listener: PokeListener }>>();
  return {
    tell(feeds: readonly string[]) {
      for (const feed of feeds) for (const { listener } of byFeed.get(feed) ?? []) listener(feed);
    },
    /** Notifies every listener of every feed it subscribed to. */
    tellAll() {
      for (const [feed, subscriptions] of byFeed) for (const { listener } of subscriptions) listener(feed);
    },
    subscribe(feeds: Iterable<string>, listener: PokeListener) {
      const names = [...new Set(feeds)];
      const subscription = { listener };
      for (const name of names) {
        const subscriptions = byFeed.get(name) ?? new Set();
        byFeed.set(name, subscriptions.add(subscription));
      }
      return () => {
        for (const name of names) {
          const subscriptions = byFeed.get(name);
          subscriptions?.delete(subscription);
          if (subscriptions?.size === 0) byFeed.delete(name);
        }
      };
    },
    /** The number of feeds with a listener. */
    get size() {
      return byFeed.size;
    },
    clear: () => byFeed.clear(),
  };
}

/** For PGlite, which serves one process. */
export function createLocalPokes(): PokeHub {
  const listeners = createPokeListeners();
  const closing = new AbortController();
  // Every open stream listens to this signal.
  setMaxListeners(0, closing.signal);
  return {
    publish: (feeds) => listeners.tell(feeds),
    subscribe: (feeds, listener) => listeners.subscribe(feeds, listener),
    closed: closing.signal,
    async close() {
      closing.abort();
      listeners.clear();
    },
  };
}
