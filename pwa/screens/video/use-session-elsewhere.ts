import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { SharedVideo, VideoAnswer } from '../../../api/contract/entities/video.ts';
import { usePorts } from '../../sync/sync-provider.tsx';

/** `unreachable`: there was no answer, or none that tells. Null: there is no such session, or not for this person. */
export type SessionElsewhere = VideoAnswer | SharedVideo | 'asking' | 'unreachable' | null;

/**
 * Asks the server for a session that this device does not hold: an older one of a partner, or one that is shared by its
 * link. Never kept: it is gone from here with the page, as its owner may switch the link off.
 */
export function useSessionElsewhere(id: string): { session: SessionElsewhere; askAgain: () => void } {
  const ports = usePorts();
  const [times, setTimes] = useState(1);
  const [session, setSession] = useState<SessionElsewhere>('asking');

  useEffect(() => {
    const left = new AbortController();
    const ask = async <Answer>(path: string, schema: z.ZodMiniType<Answer>): Promise<Answer | 'unreachable' | null> => {
      const request = new Request(ports.origin + path, { headers: { Accept: 'application/json' }, credentials: 'include', signal: left.signal });
      const response = await ports.fetch(request);
      if (response.status === 400 || response.status === 404) return null;
      const answer = response.ok ? schema.safeParse(await response.json()) : null;
      return answer?.success ? answer.data : 'unreachable';
    };
    const find = async (path: string): Promise<SessionElsewhere> => {
      const found = await ask(path, VideoAnswer);
      if (found !== null && found !== 'unreachable') return found;
      // What is shared by its link is open to whoever is signed out. That it is not says nothing of what was not told.
      const shared = await ask(`${path}/share`, SharedVideo);
      return shared ?? found;
    };
    setSession('asking');
    find(`/api/videos/${encodeURIComponent(id)}`).then(setSession, () => left.signal.aborted || setSession('unreachable'));
    return () => left.abort();
  }, [ports, id, times]);

  return { session, askAgain: () => setTimes((before) => before + 1) };
}
