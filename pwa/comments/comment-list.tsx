import type { CommentCard } from '../../sync/queries/comments.ts';
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
}

/** Comments, newest first, or a text that says why there are none. */
export function CommentList({ comments, none, onRemove }: CommentListProps) {
  const now = useNow(TICK_MS);
  if (comments.length === 0) {
    return (
      <p role="status" className="mt-3 border-t border-line py-3 text-ink-2">
        {none}
      </p>
    );
  }
  return (
    <ul aria-label={TEXTS.title} className="mt-3 divide-y divide-line border-t border-line">
      {comments.map((card) => (
        <ItemBoundary key={card.comment.id} what="comment" id={card.comment.id} resetKey={card}>
          <CommentLine card={card} now={now} onRemove={onRemove} />
        </ItemBoundary>
      ))}
    </ul>
  );
}
