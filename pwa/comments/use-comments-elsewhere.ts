import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Comment } from '../../api/contract/entities/comment.ts';
import type { VideoAnswer } from '../../api/contract/entities/video.ts';
import { discardDraft } from '../../sync/store/drafts.ts';
import type { CommentCard } from '../../sync/queries/comments.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';
import { isOffline } from '../sync/is-offline.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

export interface CommentsElsewhere {
  /** `failed`: the server was unreachable or its answer was invalid. */
  comments: readonly CommentCard[] | 'asking' | 'failed';
  /** Shows a toast with the result. Resolves with whether the server accepted the comment. */
  post: (content: string, draftKey: string) => Promise<boolean>;
  /** Shows a toast if the call fails. Resolves with whether the comment is gone. */
  remove: (id: string) => Promise<boolean>;
}

/** Comments on a session that is not on this device: read, posted and deleted by direct calls, never stored. */
export function useCommentsElsewhere({ id: videoId, ownerId }: Pick<VideoAnswer, 'id' | 'ownerId'>): CommentsElsewhere {
  const store = useStore();
  const ports = usePorts();
  const [comments, setComments] = useState<readonly Comment[] | 'asking' | 'failed'>('asking');
  /** Incremented to read the comments again. */
  const [times, setTimes] = useState(0);
  /** Counts reads and changes; an answer that is not the latest is ignored. */
  const changes = useRef(0);
  const tried = useRef<{ content: string; key: string } | null>(null);
  const path = `/api/videos/${encodeURIComponent(videoId)}/comments`;
  const { userId } = store;

  const fail = async (error: unknown, offline: (typeof TEXTS)['postOffline' | 'removeOffline'], words: string) => {
    // Being offline is a state, not a failure (R32); a refusal is a failure.
    if (!(error instanceof RefusedCall) && (await isOffline(store))) showToast(offline);
    else showError(words);
  };

  useEffect(() => {
    const left = new AbortController();
    const read = async () => {
      const turn = (changes.current += 1);
      const found = await askServer(ports, userId, path, { signal: left.signal })
        .then(async (response) => z.parse(z.array(Comment), await response.json()).toReversed())
        .catch(() => null);
      // Ignore answers from before the page was left or its comments changed.
      if (left.signal.aborted || turn !== changes.current) return;
      setComments((before) => found ?? (typeof before === 'string' ? 'failed' : before));
    };
    // No poke announces these comments. Reread them when the page becomes visible, for example after a tap on a notification.
    const lookedAt = () => void (document.visibilityState === 'visible' && read());
    void read();
    document.addEventListener('visibilitychange', lookedAt);
    addEventListener('online', lookedAt);
    return () => {
      left.abort();
      document.removeEventListener('visibilitychange', lookedAt);
      removeEventListener('online', lookedAt);
    };
  }, [ports, userId, path, times]);

  const post = async (content: string, draftKey: string) => {
    // Repeat the key for the same text: the server may have posted it although its answer was lost.
    if (tried.current?.content !== content) tried.current = { content, key: ports.newId() };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': tried.current.key };
    try {
      const response = await askServer(ports, userId, path, { method: 'POST', headers, body: JSON.stringify({ content }) });
      const posted = z.parse(Comment, await response.json());
      changes.current += 1;
      if (typeof comments === 'string') setTimes((before) => before + 1);
      else setComments((before) => [posted, ...listOf(before).filter(({ id }) => id !== posted.id)]);
    } catch (error) {
      await fail(error, TEXTS.postOffline, TEXTS.postFailed);
      return false;
    }
    tried.current = null;
    await discardDraft(store, draftKey);
    showToast({ title: TEXTS.success, description: TEXTS.posted });
    return true;
  };

  const remove = async (id: string) => {
    try {
      await askServer(ports, userId, `${path}/${encodeURIComponent(id)}`, { method: 'DELETE' });
    } catch (error) {
      // A comment that was already deleted, for example on another device, counts as deleted.
      if (!(error instanceof RefusedCall && error.status === 404)) {
        await fail(error, TEXTS.removeOffline, TEXTS.removeFailed);
        return false;
      }
    }
    changes.current += 1;
    setComments((before) => listOf(before).filter((comment) => comment.id !== id));
    return true;
  };

  const cardOf = (comment: Comment): CommentCard => ({
    comment,
    mayDelete: userId === ownerId || userId === comment.userId,
    sync: { state: 'synced' },
  });
  return { comments: typeof comments === 'string' ? comments : comments.map(cardOf), post, remove };
}

const listOf = (comments: readonly Comment[] | string): readonly Comment[] => (typeof comments === 'string' ? [] : comments);
