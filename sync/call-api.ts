import { USER_HEADER } from '../api/contract/sync-protocol.ts';
import type { Ports } from './ports.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Store } from './store.ts';
import { withinTime } from './within-time.ts';

/** What came back: an answer of the API, or nothing that could be one (no network, a captive portal's page). */
export type Answered =
  | { kind: 'answer'; status: number; body: unknown; retryAfterMs: number | null }
  | { kind: 'unreachable' };

// Long enough for an envelope over a slow line; an answer that was given up on is asked for again by its key.
const TIMEOUT_MS = 90_000;

/**
 * Sends one request of the sync protocol for the store's user: a session of somebody else is answered with 401.
 * Notes whether the server could be reached, which the browser's own word does not tell.
 */
export async function callApi(store: Store, ports: Ports, path: string, body: object): Promise<Answered> {
  try {
    const answered = await withinTime(ports, TIMEOUT_MS, async (signal) =>
      asAnswer(
        await ports.fetch(
          new Request(ports.origin + path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Accept: 'application/json', [USER_HEADER]: store.userId },
            body: JSON.stringify(body),
            credentials: 'include',
            redirect: 'error',
            signal,
          }),
        ),
      ),
    );
    await noteReachable(store, ports, answered.kind === 'answer');
    return answered;
  } catch (error) {
    // A store that fails is no matter of the network.
    if (!(error instanceof TypeError) && (error as Error).name !== 'AbortError') throw error;
    await noteReachable(store, ports, false);
    return { kind: 'unreachable' };
  }
}

async function asAnswer(response: Response): Promise<Answered> {
  const { status } = response;
  const text = await response.text();
  const retryAfter = Number(response.headers.get('Retry-After'));
  const retryAfterMs = retryAfter > 0 ? retryAfter * 1_000 : null;
  try {
    return { kind: 'answer', status, body: JSON.parse(text) as unknown, retryAfterMs };
  } catch {
    // A proxy's page still says by its status what to do; a page in place of success is not our server.
    return response.ok ? { kind: 'unreachable' } : { kind: 'answer', status, body: null, retryAfterMs };
  }
}

/** Written only when it changes, so that a quiet device writes nothing. */
async function noteReachable(store: Store, ports: Ports, reachable: boolean): Promise<void> {
  const held = await readSetting(store, 'connection');
  if (held?.reachable !== reachable) await writeSetting(store, 'connection', { reachable, at: ports.now() });
}
