import { callApi } from '../http/call-api.ts';
import type { Ports } from '../ports/ports.ts';
import { askForNews } from '../pull/pull.ts';
import type { Store } from '../store/store.ts';
import { type Setback, setbackOf, UNREACHABLE } from '../http/classify-answer.ts';

/**
 * Asks whether the server and its database can be reached, with a request that no proxy or firewall should object to.
 * Some proxies hide paths such as `/api/ready`: if it is refused, a sync request decides.
 * @returns what makes the server unreachable; null when it is ready
 */
export async function askReady(store: Store, ports: Ports): Promise<Setback | null> {
  const answered = await callApi(store, ports, '/api/ready');
  if (answered.status >= 400 && answered.status < 500) return setbackOf(await askForNews(store, ports, await store.cursors.toArray()));
  const { status } = (answered.kind === 'answer' ? (answered.body ?? {}) : {}) as { status?: unknown };
  return setbackOf(answered) ?? (status === 'ready' ? null : UNREACHABLE);
}
