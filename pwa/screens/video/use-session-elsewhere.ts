import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { SharedVideo, VideoAnswer } from '../../../api/contract/entities/video.ts';
import { usePorts } from '../../sync/sync-provider.tsx';

/** `unreachable`: no usable answer. Null: no such session, or none that this user may see. */
export type SessionElsewhere = VideoAnswer | SharedVideo | 'asking' | 'unreachable' | null;

/**
 * Asks the server for a session that is not on this device: a partner's older one, or one shared by link. Never stored,
 * because its owner may switch the link off.
 */
export function useSessionElsewhere(id: string): { session: SessionElsewhere; askAgain: () => void } {
  const ports = usePorts();
  const [times, setTimes] = useState(1);
  const [session, setSession] = useState<SessionElsewhere>('asking');

  useEffect(() => {
    const left = new AbortController();
    const ask = async <Answer>(path: string, schema: z.ZodMiniType<Answer>): Promise<Answer | 'unreachable' | null> => {
      const request = new Request(ports.origin + path, {
        headers: { Accept: 'application/json' },
        credentials: 'include',
        signal: left.signal,
      });
      const response = await ports.fetch(request);
      if (response.status === 400 || response.status === 404) return null;
      const answer = response.ok ? schema.safeParse(await response.json()) : null;
      return answer?.success ? answer.data : 'unreachable';
    };
    const find = async (path: string): Promise<SessionElsewhere> => {
      const found = await ask(path, VideoAnswer);
      if (found !== null && found !== 'unreachable') return found;
      // Shared links work for everyone, even after the sign-in has expired. If it is not shared, keep the first result.
      const shared = await ask(`${path}/share`, SharedVideo);
      return shared ?? found;
    };
    setSession('asking');
    find(`/api/videos/${encodeURIComponent(id)}`).then(setSession, () => left.signal.aborted || setSession('unreachable'));
    return () => left.abort();
  }, [ports, id, times]);

  return { session, askAgain: () => setTimes((before) => before + 1) };
}
