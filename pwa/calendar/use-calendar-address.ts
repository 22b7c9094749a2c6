import { useCallback, useEffect, useState } from 'react';
import { CalendarAddress, CalendarState, ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { actOnline } from '../online/act-online.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';
import { ONLINE_TEXTS } from '../online/texts.ts';
import { isOffline } from '../sync/is-offline.ts';
import { useOnlineAccount } from '../sync/online-account.ts';
import { CALENDAR_TEXTS as TEXTS } from './texts.ts';

const { path: PATH } = ONLINE_CALLS['calendar.state'];

/** What is known of the calendar's private address. */
export type AddressState =
  | { is: 'loading' | 'offline' | 'unread' | 'none' }
  /** An address exists. `url` is known only right after it was made. */
  | { is: 'made'; madeAt: string; url: string | null };

/** Whether the server has another address by now, or none. */
const isReplaced = ({ madeAt }: Extract<AddressState, { is: 'made' }>, found: AddressState) =>
  found.is === 'none' || (found.is === 'made' && found.madeAt !== madeAt);

/** The private address of one's calendar, and what changes it. Nothing of it is queued: a calendar needs the server anyway. */
export function useCalendarAddress() {
  const account = useOnlineAccount();
  const { ports, userId } = account;
  const [state, setState] = useState<AddressState>({ is: 'loading' });

  const read = useCallback(async (): Promise<AddressState> => {
    try {
      const { madeAt } = CalendarState.parse(await (await askServer(ports, userId, PATH)).json());
      return madeAt === null ? { is: 'none' } : { is: 'made', madeAt, url: null };
    } catch (error) {
      // Without an answer, or with one of a captive portal, the server is out of reach.
      return { is: error instanceof RefusedCall ? 'unread' : 'offline' };
    }
  }, [ports, userId]);

  useEffect(() => {
    let isCurrent = true;
    const look = () =>
      void read().then((found) => {
        if (isCurrent) setState((before) => (before.is === 'made' ? before : found));
      });
    look();
    addEventListener('online', look);
    return () => {
      isCurrent = false;
      removeEventListener('online', look);
    };
  }, [read]);

  return {
    state,
    readAgain: async () => setState(await read()),
    make: async () => {
      try {
        const made = CalendarAddress.parse(await (await askServer(ports, userId, PATH, { method: 'POST' })).json());
        setState({ is: 'made', ...made });
      } catch (error) {
        if (!(error instanceof RefusedCall) && (await isOffline(account.store))) showToast(ONLINE_TEXTS.nothingDone);
        else showError(TEXTS.failed);
        // The address on screen stays while it may still be the one that works: no other place has it.
        const found = await read();
        setState((before) => (before.is === 'made' && !isReplaced(before, found) ? before : found));
      }
    },
    revoke: async () => {
      if (!(await actOnline(account, PATH, { method: 'DELETE' }, TEXTS.failed))) return;
      setState({ is: 'none' });
      showToast({ description: TEXTS.revoked });
    },
  };
}
