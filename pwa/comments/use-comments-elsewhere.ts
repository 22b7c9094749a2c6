import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Comment } from '../../api/contract/entities/comment.ts';
import { discardDraft } from '../../sync/drafts.ts';
import type { Ports } from '../../sync/ports.ts';
import type { CommentCard } from '../../sync/queries/comments.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

export interface CommentsElsewhere {
  /** `failed`: the server was not reached, or answered nonsense. */
  comments: readonly CommentCard[] | 'asking' | 'failed';
  /** Resolves with whether the server has taken the words. Says itself what came of it. */
  post: (content: string) => Promise<boolean>;
}

/** The comments on a session that this device does not hold: read and written by calls, and kept no longer than the page. */
export function useCommentsElsewhere(videoId: string, draftKey: string): CommentsElsewhere {
  const store = useStore();
  const ports = usePorts();
  const [comments, setComments] = useState<CommentsElsewhere['comments']>('asking');
  const tried = useRef<{ content: string; key: string } | null>(null);
  const path = `/api/videos/${encodeURIComponent(videoId)}/comments`;

  useEffect(() => {
    const left = new AbortController();
    ask(ports, path, { signal: left.signal })
      .then((answer) => z.parse(z.array(Comment), answer))
      .then(
        (found) => setComments(found.map(cardOf).toReversed()),
        () => left.signal.aborted || setComments('failed'),
      );
    return () => left.abort();
  }, [ports, path]);

  const post = async (content: string) => {
    // The same words again are the same comment: the answer to the first may have been lost.
    if (tried.current?.content !== content) tried.current = { content, key: ports.newId() };
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': tried.current.key }, body: JSON.stringify({ content }) };
    try {
      const posted = cardOf(z.parse(Comment, await ask(ports, path, init)));
      setComments((before) => (Array.isArray(before) ? [posted, ...before] : [posted]));
    } catch {
      showError(TEXTS.postFailed);
      return false;
    }
    tried.current = null;
    await discardDraft(store, draftKey);
    showToast({ title: TEXTS.success, description: TEXTS.posted });
    return true;
  };

  return { comments, post };
}

async function ask({ fetch, origin }: Pick<Ports, 'fetch' | 'origin'>, path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(new Request(origin + path, { credentials: 'include', ...init }));
  if (!response.ok) throw new TypeError(`The server answered ${response.status}`);
  return response.json();
}

const cardOf = (comment: Comment): CommentCard => ({ comment, mayDelete: false, sync: { state: 'synced' } });
