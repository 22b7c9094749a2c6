import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import type { Ports } from '../../sync/ports.ts';

/** The server answered, and refused. */
export class RefusedCall extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The server answered ${status}`);
    this.status = status;
  }
}

/**
 * Asks for the store's person: whoever has signed in here since is answered 401, not taken for them.
 * @throws RefusedCall for every answer but a good one, TypeError where there was none
 */
export async function askServer({ fetch, origin }: Pick<Ports, 'fetch' | 'origin'>, userId: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Accept: 'application/json', [USER_HEADER]: userId, ...init.headers };
  const response = await fetch(new Request(origin + path, { credentials: 'include', redirect: 'error', ...init, headers }));
  if (!response.ok) throw new RefusedCall(response.status);
  return response;
}
