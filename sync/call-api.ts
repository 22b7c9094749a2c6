import { USER_HEADER } from '../api/contract/sync-protocol.ts';
import type { Ports } from './ports.ts';
import { retryAfterMsOf } from './retry-after.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Store } from './store.ts';
import { withinTime } from './within-time.ts';

/**
 * What came back: an answer of the API, or none. A page from a proxy, firewall or captive portal is none, whatever its
 * status says: then `status` is that of the page, and 0 where nothing came at all.
 */
export type Answered =
  | { kind: 'answer'; status: number; body: unknown; retryAfterMs: number | null }
  | { kind: 'unreachable'; status: number; retryAfterMs: number | null };

// Long enough for an envelope over a slow line; an answer that was given up on is asked for again by its key.
const TIMEOUT_MS = 90_000;

/**
 * Sends one request of the sync protocol for the store's user: a session of somebody else is answered with 401.
 * Notes whether the server could be reached, which the browser's own word does not tell.
 * @param body of a POST; without one it is a GET
 */
export async function callApi(store: Store, ports: Ports, path: string, body?: object): Promise<Answered> {
  try {
    const answered = await withinTime(ports, TIMEOUT_MS, async (signal) =>
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
    // A store that fails is no matter of the network.
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

/** Every refusal of the API has a code and a message; a code that this version does not know is still one. */
const isRefusal = (body: unknown): boolean => {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string';
};

/** Written only when it changes, so that a quiet device writes nothing. */
async function noteReachable(store: Store, ports: Ports, reachable: boolean): Promise<void> {
  const held = await readSetting(store, 'connection');
  if (held?.reachable !== reachable) await writeSetting(store, 'connection', { reachable, at: ports.now() });
}
