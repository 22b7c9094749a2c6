import { createContext, useContext } from 'react';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';

/** The account for which the page reads lists from the server. */
export interface OnlineAccount {
  userId: string;
  ports: Pick<Ports, 'fetch' | 'origin' | 'now'>;
  /** Stores the last answers for later visits. Null outside the app, where no answer is stored. */
  store: Store | null;
}

export const OnlineAccountContext = createContext<OnlineAccount | null>(null);

export function useOnlineAccount(): OnlineAccount {
  const account = useContext(OnlineAccountContext);
  if (!account) throw new Error('No OnlineAccountContext around this component');
  return account;
}
