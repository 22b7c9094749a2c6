import type { OnlineAccount } from '../sync/online-account.ts';

/** What calls need from the page where there is no store. */
export const pagePorts: OnlineAccount['ports'] = {
  origin: location.origin,
  now: () => Date.now(),
  fetch: (request) => fetch(request),
};
