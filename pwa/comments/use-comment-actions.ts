import { useMemo } from 'react';
import { awaitAnswer, awaitRefusal } from '../../sync/status/await-answer.ts';
import { discard } from '../../sync/outbox/queue-actions.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { keyOfKept } from '../forms/key-of-kept.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useMutate } from '../sync/use-mutate.ts';
import { failureWords } from '../sync-tray/failure-words.ts';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

export interface CommentActions {
  /**
   * Resolves when the server has answered, or when the pending label times out.
   * @returns whether the comment is in the local list, synced or not
   */
  post: (content: string, draftKey: string) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
}

/** Posts and deletes comments on one session, even offline. */
export function useCommentActions(videoId: string): CommentActions {
  const store = useStore();
  const ports = usePorts();
  const mutate = useMutate();
  return useMemo(
    () => ({
      async post(content, draftKey) {
        const key = await keyOfKept(
          mutate('comments.create', { params: { videoId }, payload: { content }, clearDraft: draftKey }),
          TEXTS.postFailed,
        );
        if (!key) return false;
        const answer = await awaitAnswer(store, ports, key);
        if (answer.state === 'confirmed') showToast({ title: TEXTS.success, description: TEXTS.posted });
        // A refused comment stays in the list, and in the queue with the reason.
        else if (answer.state === 'refused') showError(TEXTS.postFailed);
        else void awaitRefusal(store, key).then((refusal) => refusal && showError(TEXTS.postFailed));
        return true;
      },
      async remove(id) {
        const key = await keyOfKept(mutate('comments.delete', { params: { videoId, id } }), TEXTS.removeFailed);
        if (!key) return;
        const refusal = await awaitRefusal(store, key);
        if (!refusal) return;
        showError(refusal.failure ? failureWords(refusal.failure) : TEXTS.removeFailed);
        await discard(store, ports, key);
      },
    }),
    [store, ports, mutate, videoId],
  );
}
