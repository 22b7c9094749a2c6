import { Suspense, useState } from 'react';
import type { Comment } from '../../api/contract/entities/comment.ts';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { lazyWithPreload } from '../components/lazy-component.tsx';
import { Popover } from '../components/popover.tsx';
import { AskedReport } from '../reports/asked-report.tsx';
import { REPORT_LABELS } from '../reports/labels.ts';
import type { BlockAuthorProps } from './block-author.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

const BlockAuthor = lazyWithPreload(async () => (await import('./block-author.tsx')).BlockAuthor);

/** Characters of a comment in the list of reports. */
const TITLE_SHOWN = 80;
const ENTRY = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-sunken';

interface CommentMenuProps extends Omit<BlockAuthorProps, 'onClose'> {
  comment: Pick<Comment, 'id' | 'content'>;
}

/** What one can do about someone else's comment. */
export function CommentMenu({ author, comment, ...blocking }: CommentMenuProps) {
  const [asking, setAsking] = useState(false);
  const [reporting, setReporting] = useState(false);
  const label = TEXTS.moreOf(author);
  return (
    <>
      <Popover
        label={label}
        size="menu"
        beside
        trigger={(props) => <IconButton {...props} small icon="more" label={label} className="-me-3 flex-none text-ink-3" />}
      >
        {(close) => (
          <div className="grid p-2">
            <button
              type="button"
              className={ENTRY}
              onClick={() => {
                close();
                setReporting(true);
              }}
            >
              <Icon name="flag" className="text-ink-2" />
              {REPORT_LABELS.title.comment}
            </button>
            <button
              type="button"
              className={ENTRY}
              onClick={() => {
                close();
                setAsking(true);
              }}
            >
              <Icon name="block" className="text-ink-2" />
              {TEXTS.blockOf(author)}
            </button>
          </div>
        )}
      </Popover>
      <Suspense fallback={null}>{asking && <BlockAuthor {...blocking} author={author} onClose={() => setAsking(false)} />}</Suspense>
      {reporting && (
        <AskedReport
          atSeconds={null}
          reporting={{
            subject: 'comment',
            subjectId: comment.id,
            title: comment.content.slice(0, TITLE_SHOWN),
            person: { id: blocking.authorId, name: author, isPartner: null },
          }}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  );
}
