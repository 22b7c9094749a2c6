import type { DBCore, DBCoreMutateRequest, Middleware } from 'dexie';
import type { Store } from '../store.ts';

/** What a test does before a write to the store; a throw rolls the transaction back, as a browser does. */
export interface StoreHooks {
  beforeWrite: (table: string, request: DBCoreMutateRequest) => void;
  /** Tables that may have been written; all of them at first. Who has looked at one may take it out. */
  touched: Set<string>;
}

/** Puts the hooks under a store that is not open yet: layers are put together when a database is opened. */
export function hookInto(store: Store): StoreHooks {
  const hooks: StoreHooks = { beforeWrite: () => {}, touched: new Set(store.tables.map(({ name }) => name)) };
  const middleware: Middleware<DBCore> = {
    stack: 'dbcore',
    name: 'test hooks',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: async (request: DBCoreMutateRequest) => {
            hooks.touched.add(name);
            hooks.beforeWrite(name, request);
            return table.mutate(request);
          },
        };
      },
    }),
  };
  store.use(middleware);
  return hooks;
}
