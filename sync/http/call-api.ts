import type { ErrorBody } from '../../api/contract/errors.ts';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import type { Ports } from '../ports/ports.ts';
import { retryAfterMsOf } from './retry-after.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * An answer of the API, or none. A page from a proxy, firewall or captive portal is not an answer, whatever its form
 * (docs/decisions/0134). `status` is then the status of that page, or 0 if nothing arrived.
 */
export type Answered =
  | { kind: 'answer'; status: number; body: unknown; retryAfterMs: number | null }
  | { kind: 'unreachable'; status: number; retryAfterMs: number | null };

// Long enough for an envelope over a slow connection. Retries use the same keys, so giving up is safe.
const TIMEOUT_MS = 90_000;

/**
 * Sends one request of the sync protocol for the store's person; the server answers 401 if another person is
 * signed in. Records whether the server could be reached, because `navigator.onLine` does not say.
 * @param body of a POST; without one the request is a GET
 */
export async function callApi(store: Store, ports: Ports, path: string, body?: object): Promise<Answered> {
  try {
    const answered = await withTimeout(ports, TIMEOUT_MS, async (signal) =>
      asAnswer(
        await ports.fetch(
          new Request(ports.origin + path, {
            ...(body && { method: 'POST', body: JSON.stringify(body) }),
            headers: { ...(body && { 'Content-Type': 'application/json' }), Accept: 'application/json', [USER_HEADER]: store.userId },
            credentials: 'include',
            cache: 'no-store',
            redirect: 'error',
            signal,
          }),
        ),
        ports.now,
      ),
    );
    await noteReachable(store, ports, answered.kind === 'answer');
    return answered;
  } catch (error) {
    // Rethrow store errors: they say nothing about the network.
    if (!(error instanceof TypeError) && (error as Error).name !== 'AbortError') throw error;
    await noteReachable(store, ports, false);
    return { kind: 'unreachable', status: 0, retryAfterMs: null };
  }
}

async function asAnswer(response: Response, now: () => number): Promise<Answered> {
  const { status } = response;
  const text = await response.text();
  const retryAfterMs = retryAfterMsOf(response.headers.get('Retry-After'), now);
  const body = jsonOrNull(text);
  const isAnswer = response.ok ? body !== null : isRefusal(body);
  return isAnswer ? { kind: 'answer', status, body, retryAfterMs } : { kind: 'unreachable', status, retryAfterMs };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Every refusal of the API has these fields, even with a code that this version does not know. Gateways send no id. */
const isRefusal = (body: unknown): boolean => {
  const { code, message, requestId } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>;
  return [code, message, requestId].every((value) => typeof value === 'string');
};

/** Writes only on a change, so that an idle device writes nothing. */
async function noteReachable(store: Store, ports: Ports, reachable: boolean): Promise<void> {
  const held = await readSetting(store, 'connection');
  if (held?.reachable !== reachable) await writeSetting(store, 'connection', { reachable, at: ports.now() });
}
