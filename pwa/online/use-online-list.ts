import { useMemo, useSyncExternalStore } from 'react';
import type { Store } from '../../sync/store/store.ts';
import { signedInUserId } from '../sign-in/signed-in-user-id.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { type OnlineList, type OnlineListSource, type OnlineListState, openOnlineList } from './online-list.ts';

/** Kept while the store is open: a list outlives the screen that shows it. */
const opened = new WeakMap<Store, Map<string, OnlineList<unknown>>>();

/** A server list with its last answer; see `openOnlineList`. `source` must be a stable reference. */
export function useOnlineList<Row>(source: OnlineListSource<Row>): OnlineListState<Row> & Pick<OnlineList<Row>, 'refresh' | 'readOn'> {
  const store = useStore();
  const ports = usePorts();
  const list = useMemo(() => {
    const lists = opened.get(store) ?? new Map<string, OnlineList<unknown>>();
    opened.set(store, lists);
    const held = lists.get(source.name) as OnlineList<Row> | undefined;
    const found = held ?? openOnlineList(store, ports, source, () => signedInUserId(document.cookie) === store.userId);
    lists.set(source.name, found as OnlineList<unknown>);
    return found;
  }, [store, ports, source]);
  const state = useSyncExternalStore(list.follow, list.state);
  return { ...state, refresh: list.refresh, readOn: list.readOn };
}
