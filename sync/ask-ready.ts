import { callApi } from './call-api.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';
import { type Setback, setbackOf } from './verdict.ts';

/**
 * Asks whether the server and its database can be reached, with a request that holds nothing which anything on the way
 * could object to.
 * @returns what keeps the server away; null when it is there
 */
export async function askReady(store: Store, ports: Ports): Promise<Setback | null> {
  const answered = await callApi(store, ports, '/api/ready');
  const setback = setbackOf(answered);
  if (setback) return setback;
  const { status } = (answered.kind === 'answer' ? (answered.body ?? {}) : {}) as { status?: unknown };
  return status === 'ready' ? null : { kind: 'retry', reachable: false, afterMs: null };
}
