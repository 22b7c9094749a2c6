import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Comment } from '../../api/contract/entities/comment.ts';
import type { VideoAnswer } from '../../api/contract/entities/video.ts';
import { discardDraft } from '../../sync/drafts.ts';
import type { CommentCard } from '../../sync/queries/comments.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';
import { isOffline } from '../sync/is-offline.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

export interface CommentsElsewhere {
  /** `failed`: the server was not reached, or answered nonsense. */
  comments: readonly CommentCard[] | 'asking' | 'failed';
  /** Resolves with whether the server has taken the words. Says itself what came of it. */
  post: (content: string) => Promise<boolean>;
  /** Resolves with whether it is gone. Says itself where it is not. */
  remove: (id: string) => Promise<boolean>;
}

/** The comments on a session that this device does not hold: read, written and deleted by calls, and kept no longer than the page. */
export function useCommentsElsewhere({ id: videoId, ownerId }: Pick<VideoAnswer, 'id' | 'ownerId'>, draftKey: string): CommentsElsewhere {
  const store = useStore();
  const ports = usePorts();
  const [comments, setComments] = useState<readonly Comment[] | 'asking' | 'failed'>('asking');
  const tried = useRef<{ content: string; key: string } | null>(null);
  const path = `/api/videos/${encodeURIComponent(videoId)}/comments`;
  const { userId } = store;

  const fail = async (error: unknown, offline: (typeof TEXTS)['postOffline' | 'removeOffline'], words: string) => {
    // Being offline is a state, no failure (decision 25); an answer that refuses is one.
    if (!(error instanceof RefusedCall) && (await isOffline(store))) showToast(offline);
    else showError(words);
  };

  useEffect(() => {
    const left = new AbortController();
    askServer(ports, userId, path, { signal: left.signal })
      .then(async (response) => z.parse(z.array(Comment), await response.json()))
      .then(
        (found) => setComments(found.toReversed()),
        () => left.signal.aborted || setComments('failed'),
      );
    return () => left.abort();
  }, [ports, userId, path]);

  const post = async (content: string) => {
    // The same words again are the same comment: the answer to the first may have been lost.
    if (tried.current?.content !== content) tried.current = { content, key: ports.newId() };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': tried.current.key };
    try {
      const response = await askServer(ports, userId, path, { method: 'POST', headers, body: JSON.stringify({ content }) });
      const posted = z.parse(Comment, await response.json());
      setComments((before) => (Array.isArray(before) ? [posted, ...before] : [posted]));
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
      // Deleted elsewhere meanwhile: it is gone all the same.
      if (!(error instanceof RefusedCall && error.status === 404)) {
        await fail(error, TEXTS.removeOffline, TEXTS.removeFailed);
        return false;
      }
    }
    setComments((before) => (Array.isArray(before) ? before.filter((comment) => comment.id !== id) : before));
    return true;
  };

  const cardOf = (comment: Comment): CommentCard => ({
    comment,
    mayDelete: userId === ownerId || userId === comment.userId,
    sync: { state: 'synced' },
  });
  return { comments: typeof comments === 'string' ? comments : comments.map(cardOf), post, remove };
}
