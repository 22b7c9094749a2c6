import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { Ports } from '../ports/ports.ts';

const PATIENCE_MS = 30_000;

/**
 * Whether the server has erased this account (R374). Asks without a sign-in: the server answers that to every browser that names an
 * erased account. False without an answer.
 */
export async function isErased(userId: string, ports: Pick<Ports, 'fetch' | 'origin' | 'sleep'>): Promise<boolean> {
  const ask = async (signal: AbortSignal) => {
    const headers = { Accept: 'application/json', [USER_HEADER]: userId };
    const request = new Request(`${ports.origin}/api/auth/access`, { headers, credentials: 'omit', cache: 'no-store', signal });
    return (await (await ports.fetch(request)).json()) as { code?: unknown };
  };
  const answer = await withTimeout(ports, PATIENCE_MS, ask).catch(() => null);
  return answer?.code === 'account_deleted';
}
