import type { DBCore, DBCoreMutateRequest, Middleware } from 'dexie';
import type { Store } from '../store/store.ts';

/** Lets a test observe a store's writes, or make them fail. */
export interface StoreHooks {
  /** Runs before each write to the store; throwing rolls the transaction back, as a browser error does. */
  beforeWrite: (table: string, request: DBCoreMutateRequest) => void;
  /** Tables that may have been written; all at first. A reader may remove a table after reading it. */
  touched: Set<string>;
}

/** Installs the hooks into an unopened store: Dexie assembles its middleware on opening. */
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
