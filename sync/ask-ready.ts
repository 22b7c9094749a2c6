import { type Answered, callApi } from './call-api.ts';
import type { Ports } from './ports.ts';
import { askForNews } from './pull.ts';
import type { Store } from './store.ts';
import { type Setback, setbackOf } from './verdict.ts';

/**
 * Asks whether the server and its database can be reached, with a request that holds nothing that anything on the way
 * could object to. Some proxies hide paths like `/api/ready`: then the reading of what is new tells.
 * @returns what keeps the server away; null when it is there
 */
export async function askReady(store: Store, ports: Ports): Promise<Setback | null> {
  const answered = await callApi(store, ports, '/api/ready');
  if (isHidden(answered)) return setbackOf(await askForNews(store, ports, await store.cursors.toArray()));
  const { status } = (answered.kind === 'answer' ? (answered.body ?? {}) : {}) as { status?: unknown };
  return setbackOf(answered) ?? (status === 'ready' ? null : { kind: 'retry', reachable: false, afterMs: null });
}

/** A page from something else on the way. */
const isHidden = ({ kind, status }: Answered) => kind === 'unreachable' && status >= 400 && status < 500;
