import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { SharedVideo, VideoAnswer } from '../../../api/contract/entities/video.ts';
import { usePorts } from '../../sync/sync-provider.tsx';

/** `unreachable`: there was no answer. Null: there is no such session, or not for this person. */
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
    const ask = async <Answer>(path: string, schema: z.ZodMiniType<Answer>): Promise<Answer | null> => {
      const request = new Request(ports.origin + path, { headers: { Accept: 'application/json' }, credentials: 'include', signal: left.signal });
      const response = await ports.fetch(request);
      if (response.status >= 500) throw new TypeError(`The server answered ${response.status}`);
      const answer = response.ok ? schema.safeParse(await response.json()) : null;
      return answer?.success ? answer.data : null;
    };
    const path = `/api/videos/${encodeURIComponent(id)}`;
    setSession('asking');
    ask(path, VideoAnswer)
      .then((found) => found ?? ask(`${path}/share`, SharedVideo))
      .then(setSession, () => left.signal.aborted || setSession('unreachable'));
    return () => left.abort();
  }, [ports, id, times]);

  return { session, askAgain: () => setTimes((before) => before + 1) };
}
