import { useState } from 'react';
import { USER_ID_SHOWN } from '../../api/contract/limits.ts';
import type { CommentCard } from '../../sync/queries/comments.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { commentAge } from './comment-age.ts';
import { CommentMenu } from './comment-menu.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

export interface CommentLineProps {
  card: CommentCard;
  now: number;
  onRemove: (id: string) => void;
  /** Called after its author was blocked: the line goes. */
  onBlocked: () => void;
}

/**
 * One comment: the first 8 characters of the author's id, its age, and the text (R84).
 * Deleting asks first because it cannot be undone (docs/decisions/0043).
 */
export function CommentLine({ card: { comment, mayDelete, sync }, now, onRemove, onBlocked }: CommentLineProps) {
  const { userId } = useStore();
  const [asking, setAsking] = useState(false);
  const isMine = comment.userId === userId;
  const author = TEXTS.user(comment.userId.slice(0, USER_ID_SHOWN));
  return (
    <li className="py-3">
      {/* In large text the button wraps to its own line. The age is truncated for the chip, so that nothing moves. */}
      <div className="flex flex-wrap items-center gap-x-2 text-15">
        <span className="flex min-w-0 grow basis-48 items-center gap-x-2">
          <b className="flex-none font-semi">{author}</b>
          <time dateTime={comment.createdAt} className="min-w-0 shrink-[9] truncate text-ink-3">
            {commentAge(comment.createdAt, now)}
          </time>
          <span className="flex min-w-0 items-center">
            <RowChip sync={sync} entityId={comment.id} compact />
          </span>
        </span>
        <span className="ms-auto flex min-h-12 flex-none gap-2">
          {mayDelete && (
            <Button
              tone="quiet"
              className={isMine ? '-me-3' : undefined}
              aria-label={TEXTS.removeOf(author)}
              onClick={() => setAsking(true)}
            >
              {TEXTS.remove}
            </Button>
          )}
          {!isMine && <CommentMenu authorId={comment.userId} author={author} comment={comment} onBlocked={onBlocked} />}
        </span>
      </div>
      <p dir="auto" className="max-w-[60ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
        {comment.content}
      </p>
      <ConfirmDialog
        open={asking}
        danger
        title={TEXTS.askRemove.title}
        confirmLabel={TEXTS.askRemove.confirm}
        onConfirm={() => {
          setAsking(false);
          onRemove(comment.id);
        }}
        onClose={() => setAsking(false)}
      >
        <p>{isMine ? TEXTS.askRemove.ofMine : TEXTS.askRemove.ofAnother(author)}</p>
      </ConfirmDialog>
    </li>
  );
}
