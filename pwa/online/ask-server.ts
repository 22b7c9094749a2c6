import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import type { Ports } from '../../sync/ports/ports.ts';

/** The server answered with an error status. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly answer: Response;
  constructor(answer: Response) {
    super(`The server answered ${answer.status}`);
    this.status = answer.status;
    this.answer = answer;
  }
}

/**
 * Calls the API as the store's person. If another person has signed in since, the server answers 401.
 * @throws RefusedCall if the status is not 2xx
 * @throws TypeError if there was no answer
 */
export async function askServer(
  { fetch, origin }: Pick<Ports, 'fetch' | 'origin'>,
  userId: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { Accept: 'application/json', [USER_HEADER]: userId, ...init.headers };
  const response = await fetch(new Request(origin + path, { credentials: 'include', redirect: 'error', ...init, headers }));
  if (!response.ok) throw new RefusedCall(response);
  return response;
}

/** Whether the server refused the call because it has deleted the account. A proxy may answer with the same status. */
export async function isAccountDeleted(error: unknown): Promise<boolean> {
  if (!(error instanceof RefusedCall)) return false;
  const said = (await error.answer
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null;
  return said?.code === 'account_deleted';
}
