import type { DBCore, DBCoreMutateRequest, Middleware } from 'dexie';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';

/** The app ended here: nothing that it was about to do happens. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/**
 * Ends the app at its nth step, counted over every write to the store and every call of a port, and lets nothing
 * happen after it: the transaction under way is rolled back, as a browser does.
 * @returns the ports to use
 */
export async function crashAt(step: number, store: Store, ports: Ports): Promise<Ports> {
  let steps = 0;
  const take = () => {
    steps += 1;
    if (steps >= step) throw new Crash(`Step ${step}`);
  };
  const middleware: Middleware<DBCore> = {
    stack: 'dbcore',
    name: 'crash',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: async (request: DBCoreMutateRequest) => {
            take();
            return table.mutate(request);
          },
        };
      },
    }),
  };
  // Layers are put together when a database is opened.
  store.close({ disableAutoOpen: false });
  store.use(middleware);
  await store.open();
  return {
    ...ports,
    now: () => {
      take();
      return ports.now();
    },
    newId: () => {
      take();
      return ports.newId();
    },
    fetch: async (request) => {
      take();
      const response = await ports.fetch(request);
      // After the server has done its part, before the device knows.
      take();
      return response;
    },
  };
}
