import type { CommentCard } from '../../sync/queries/comments.ts';
import { useBlockedIds } from '../blocks/use-blocked-ids.ts';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { useNow } from '../dates/use-now.ts';
import { CommentLine } from './comment-line.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

/** Refresh interval: 'x minutes ago' stays accurate to half a minute. */
const TICK_MS = 30_000;

export interface CommentListProps {
  comments: readonly CommentCard[];
  /** Shown if there are no comments. */
  none: string;
  onRemove: (id: string) => void;
  /** The author of a comment was blocked, whose line goes with the focus. */
  onBlocked: () => void;
}

/** Comments, newest first, or a text that says why there are none. Leaves out those of blocked people. */
export function CommentList({ comments: all, none, onRemove, onBlocked }: CommentListProps) {
  const blocked = useBlockedIds();
  const comments = all.filter(({ comment }) => !blocked.has(comment.userId));
  const now = useNow(TICK_MS);
  return (
    <div className="mt-3 border-t border-line">
      {comments.length === 0 ? (
        <p role="status" className="py-3 text-ink-2">
          {none}
        </p>
      ) : (
        <ul aria-label={TEXTS.title} className="divide-y divide-line">
          {comments.map((card) => (
            <ItemBoundary key={card.comment.id} what="comment" id={card.comment.id} resetKey={card}>
              <CommentLine card={card} now={now} onRemove={onRemove} onBlocked={onBlocked} />
            </ItemBoundary>
          ))}
        </ul>
      )}
    </div>
  );
}
