import { Suspense, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { lazyWithPreload } from '../components/lazy-component.tsx';
import { Popover } from '../components/popover.tsx';
import type { BlockAuthorProps } from './block-author.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

const BlockAuthor = lazyWithPreload(async () => (await import('./block-author.tsx')).BlockAuthor);

/** What one can do about the author of a comment. */
export function CommentMenu({ author, ...blocking }: Omit<BlockAuthorProps, 'onClose'>) {
  const [asking, setAsking] = useState(false);
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
              className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-sunken"
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
    </>
  );
}
