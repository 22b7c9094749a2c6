import { setMaxListeners } from 'node:events';

/** Says which feeds moved, after the commit that moved them; never what is in them. */
export interface PokeHub {
  /** Tells every replica's listeners, without waiting for any. */
  publish(feeds: readonly string[]): void;
  /** Hears of the named feeds until the answered function is called. Each call is a subscription of its own. */
  subscribe(feeds: Iterable<string>, listener: PokeListener): () => void;
  /** Aborted by `close`: streams that live on pokes end with it. */
  readonly closed: AbortSignal;
  close(): Promise<void>;
}

export type PokeListener = (feed: string) => void;

/** The listeners of this process, by feed: a poke costs what it reaches, however many streams are open. */
export function createPokeListeners() {
  // Objects, not functions: a caller may subscribe one function twice and end one of the two.
  const byFeed = new Map<string, Set<{ listener: PokeListener }>>();
  return {
    tell(feeds: readonly string[]) {
      for (const feed of feeds) for (const { listener } of byFeed.get(feed) ?? []) listener(feed);
    },
    /** Each listener hears of each feed that it listens to. */
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
    /** How many feeds have a listener. */
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
  // Each open stream listens to it.
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
