import { USER_ID_SHOWN } from '../../api/contract/limits.ts';
import type { CommentCard } from '../../sync/queries/comments.ts';
import { Button } from '../components/button.tsx';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { commentAge } from './comment-age.ts';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

export interface CommentLineProps {
  card: CommentCard;
  now: number;
  onRemove: (id: string) => void;
}

/** One comment: who by the first 8 characters of their id, when, and the words (specification, sections 3 and 9). */
export function CommentLine({ card: { comment, mayDelete, sync }, now, onRemove }: CommentLineProps) {
  const author = TEXTS.user(comment.userId.slice(0, USER_ID_SHOWN));
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-2 text-15">
        <b className="font-semi">{author}</b>
        <time dateTime={comment.createdAt} className="text-ink-3">
          {commentAge(comment.createdAt, now)}
        </time>
        {mayDelete ? (
          <Button tone="quiet" className="-me-3 ms-auto" aria-label={TEXTS.removeOf(author)} onClick={() => onRemove(comment.id)}>
            {TEXTS.remove}
          </Button>
        ) : (
          <span className="min-h-12" />
        )}
      </div>
      <p className="max-w-[60ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{comment.content}</p>
      <div className="mt-1 empty:hidden">
        <RowChip sync={sync} entityId={comment.id} />
      </div>
    </li>
  );
}
