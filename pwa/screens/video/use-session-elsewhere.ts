import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { SharedVideo, VideoAnswer } from '../../../api/contract/entities/video.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import { askServer, RefusedCall } from '../../online/ask-server.ts';
import { SessionAnswer, SharedSessionAnswer } from '../../online/session-answers.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';

/** `unreachable`: no usable answer. Null: no such session, or none that this person may see. */
export type SessionElsewhere = VideoAnswer | SharedVideo | 'asking' | 'unreachable' | null;

/**
 * Asks the server for a session that is not on this device: a partner's older one, or one shared by link. The session is
 * never stored, because its owner may switch the link off.
 */
export function useSessionElsewhere(id: string): { session: SessionElsewhere; askAgain: () => void } {
  const ports = usePorts();
  const { userId } = useStore();
  const [times, setTimes] = useState(1);
  const [session, setSession] = useState<SessionElsewhere>('asking');

  useEffect(() => {
    const left = new AbortController();
    setSession('asking');
    findSession(ports, userId, id, left.signal).then(setSession, () => left.signal.aborted || setSession('unreachable'));
    return () => left.abort();
  }, [ports, userId, id, times]);

  return { session, askAgain: () => setTimes((before) => before + 1) };
}

/** Asks once. @throws if the server does not answer */
export async function findSession(
  ports: Pick<Ports, 'fetch' | 'origin'>,
  userId: string,
  id: string,
  signal: AbortSignal,
): Promise<SessionElsewhere> {
  const ask = async <Answer>(path: string, schema: z.ZodMiniType<Answer>): Promise<Answer | 'unreachable' | null> => {
    try {
      const answer = schema.safeParse(await (await askServer(ports, userId, path, { signal })).json());
      return answer.success ? answer.data : 'unreachable';
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      return error.status === 400 || error.status === 404 ? null : 'unreachable';
    }
  };
  const path = `/api/videos/${encodeURIComponent(id)}`;
  const found = await ask(path, SessionAnswer);
  if (found !== null && found !== 'unreachable') return found;
  // Shared links work for everyone, even after the sign-in has expired. If the session is not shared, keep the first result.
  const shared = await ask(`${path}/share`, SharedSessionAnswer);
  return shared ?? found;
}
