import type { OnlineAccount } from '../sync/online-account.ts';

/** The ports for server calls on pages without a store. */
export const pagePorts: OnlineAccount['ports'] = {
  origin: location.origin,
  now: () => Date.now(),
  fetch: (request) => fetch(request),
};
