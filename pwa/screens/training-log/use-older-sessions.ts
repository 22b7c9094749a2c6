import { useState } from 'react';
import * as z from 'zod/mini';
import type { VideoAnswer } from '../../../api/contract/entities/video.ts';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import { heldSessions } from '../../../sync/queries/older-sessions.ts';
import { askServer, RefusedCall } from '../../online/ask-server.ts';
import { nextPage } from '../../online/next-page.ts';
import { SessionAnswer } from '../../online/session-answers.ts';
import { isOffline } from '../../sync/is-offline.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';

interface OlderSessions {
  /** Newest first; null before the first request. */
  sessions: readonly VideoAnswer[] | null;
  /** Whether there may be more. */
  more: boolean;
}

/** Sessions per page. A page may contain sessions that are already on this device. */
const PAGE = 100;
const NOTHING: OlderSessions & { next: string | null } = { sessions: null, more: true, next: null };

/** The last result, for a return from a session. Never stored on the device, because a partnership may end at any time. */
let read: { userId: string; found: typeof NOTHING } | null = null;

/**
 * Partners' sessions that are not on this device, read from the server on request.
 * @param before the moment before which this device may lack sessions
 */
export function useOlderSessions(before: string) {
  const store = useStore();
  const ports = usePorts();
  const { userId } = store;
  const [found, setFound] = useState(() => (read?.userId === userId ? read.found : NOTHING));
  const [state, setState] = useState<'idle' | 'reading' | 'offline' | 'failed'>('idle');

  const readOn = async () => {
    setState('reading');
    try {
      let { sessions, next } = found;
      const first = `${ONLINE_CALLS['videos.partners'].path}?${new URLSearchParams({ limit: String(PAGE), before })}`;
      // Skip pages that contain only sessions which are on this device.
      for (let fresh = 0, path: string | null = next ?? first; fresh === 0 && path !== null; path = next) {
        const response = await askServer(ports, userId, path);
        next = nextPage(response);
        const page = z.parse(z.array(SessionAnswer), await response.json());
        const held = await heldSessions(
          store,
          page.map(({ id }) => id),
        );
        const unheld = page.filter(({ id }) => !held.has(id));
        fresh = unheld.length;
        sessions = [...(sessions ?? []), ...unheld];
      }
      const now = { sessions, more: next !== null, next };
      read = { userId, found: now };
      setFound(now);
      setState('idle');
    } catch (error) {
      setState(!(error instanceof RefusedCall) && (await isOffline(store)) ? 'offline' : 'failed');
    }
  };
  return { ...found, state, readOn };
}
