import { callApi } from '../http/call-api.ts';
import type { Ports } from '../ports/ports.ts';
import { askForNews } from '../pull/pull.ts';
import type { Store } from '../store/store.ts';
import type { SendFailure } from '../store/failure.ts';
import { failureOf, type Setback, setbackOf, UNREACHABLE } from '../http/classify-answer.ts';

export interface Away {
  setback: Setback;
  /** The API's own answer, if it gave one; null without a connection. */
  failure: SendFailure | null;
}

/**
 * Asks whether the server and its database can be reached, with a request that no proxy or firewall should object to.
 * Some proxies hide paths such as `/api/ready`: if it is refused, a sync request decides.
 * @returns what makes the server unreachable; null when it is ready
 */
export async function askReady(store: Store, ports: Ports): Promise<Away | null> {
  const ready = await callApi(store, ports, '/api/ready');
  const isHidden = ready.status >= 400 && ready.status < 500;
  const answered = isHidden ? await askForNews(store, ports, await store.cursors.toArray()) : ready;
  const setback = setbackOf(answered);
  if (setback) return { setback, failure: answered.kind === 'answer' ? failureOf(answered.status, answered.body) : null };
  const { status } = (ready.kind === 'answer' ? (ready.body ?? {}) : {}) as { status?: unknown };
  return isHidden || status === 'ready' ? null : { setback: UNREACHABLE, failure: null };
}
