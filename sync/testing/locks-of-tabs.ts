type Wish = { name: string; mode: LockMode; clientId: string; body: () => unknown; resolve: (answer: unknown) => void };
type Options = { mode?: LockMode; signal?: AbortSignal };
type Locks = Pick<LockManager, 'query'> & {
  request: (name: string, options: Options | (() => unknown), body?: () => unknown) => Promise<unknown>;
};

/** A fake of the Web Locks API: one browser, whose tabs share it. @returns the locks as one tab sees them */
export function locksOfTabs(): (clientId: string) => Locks {
  const held: Wish[] = [];
  let waiting: Wish[] = [];
  const grant = () => {
    for (const wish of waiting) {
      const others = [...held, ...waiting.slice(0, waiting.indexOf(wish))].filter(({ name }) => name === wish.name);
      if (others.some(({ mode }) => mode === 'exclusive' || wish.mode === 'exclusive')) continue;
      waiting = waiting.filter((other) => other !== wish);
      held.push(wish);
      void (async () => {
        const answer = await wish.body();
        held.splice(held.indexOf(wish), 1);
        wish.resolve(answer);
        grant();
      })();
    }
  };
  return (clientId) => ({
    query: async () => ({ held: held.map(({ name, mode, clientId: holder }) => ({ name, mode, clientId: holder })) }),
    request: (name, given, last) =>
      new Promise((resolve, reject) => {
        const { mode = 'exclusive', signal } = typeof given === 'function' ? {} : given;
        const body = typeof given === 'function' ? given : (last ?? (() => undefined));
        const wish: Wish = { name, mode, clientId, body, resolve };
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter((other) => other !== wish);
          reject(signal.reason as Error);
        });
        waiting.push(wish);
        queueMicrotask(grant);
      }),
  });
}
