import { useMemo, useSyncExternalStore } from 'react';
import { signedInUserId } from '../sign-in/signed-in-user-id.ts';
import { type OnlineAccount, useOnlineAccount } from '../sync/online-account.ts';
import { type OnlineList, type OnlineListSource, type OnlineListState, openOnlineList } from './online-list.ts';

/** Opened lists by account. A list lives as long as its account and so outlives the screen that shows it. */
const opened = new WeakMap<OnlineAccount, Map<string, OnlineList<unknown>>>();

/** A server list with its last answer; see `openOnlineList`. `source` must be a stable reference. */
export function useOnlineList<Row>(source: OnlineListSource<Row>): OnlineListState<Row> & Pick<OnlineList<Row>, 'refresh' | 'readOn'> {
  const account = useOnlineAccount();
  const list = useMemo(() => {
    const lists = opened.get(account) ?? new Map<string, OnlineList<unknown>>();
    opened.set(account, lists);
    const held = lists.get(source.name) as OnlineList<Row> | undefined;
    const found = held ?? openOnlineList(account, source, () => signedInUserId(document.cookie) === account.userId);
    lists.set(source.name, found as OnlineList<unknown>);
    return found;
  }, [account, source]);
  const state = useSyncExternalStore(list.follow, list.state);
  return { ...state, refresh: list.refresh, readOn: list.readOn };
}
