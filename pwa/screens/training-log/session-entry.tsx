import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { initials } from '../../components/initials.ts';
import { LogEntry } from '../../components/log-entry.tsx';
import { formatTime } from '../../dates/format-date.ts';
import { posterPath } from '../../media/poster-path.ts';
import { hasUprightShape, isUpright } from '../../media/poster-shapes.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { knotOf, RowChip } from '../../sync-tray/row-chip.tsx';
import { hasMedia, SessionPoster } from './session-poster.tsx';
import { Marked } from './marked.tsx';
import { TEXTS } from './texts.ts';

export interface SessionEntryProps {
  card: SessionCard;
  /** Folded words of the search, to mark. */
  found: readonly string[];
  last: boolean;
  onComment: (id: string) => void;
  onEdit: (id: string) => void;
  onShare: (id: string) => void;
  onLogAgain: (id: string) => void;
}

/** One session of the log with its knot on the line. Memoised by card. */
export const SessionEntry = memo(function SessionEntry({ card, found, last, onComment, onEdit, onShare, onLogAgain }: SessionEntryProps) {
  const { video, dog, owner, sync, commentCount } = card;
  const withMedia = hasMedia(card);
  const [learnt, setLearnt] = useState(() => isUpright(null, posterPath(video)));
  const upright = withMedia && (card.media?.poster ? hasUprightShape(card.media.poster) : learnt);
  const face = usePosterSource(dog?.picture ?? null, dog?.image ?? null);
  const name = owner.name ?? TEXTS.nameless;
  // On a phone, four actions of one's own session fit on one line only as icons.
  const onlyWide = owner.isMe ? 'max-md:hidden' : '';
  return (
    <LogEntry
      state={knotOf(sync)}
      fraction={sync.state === 'uploading' ? sync.percent / 100 : 0}
      last={last}
      className={classNames(
        'md:pb-8',
        upright && 'beside-upright',
        withMedia && !upright && 'md:grid md:grid-cols-[minmax(0,1fr)_clamp(200px,34%,320px)] md:grid-rows-[auto_auto_auto_1fr] md:gap-x-8',
      )}
    >
      <div className="flex min-h-9 flex-wrap items-center gap-2 text-15">
        <Avatar src={face} initials={initials([dog?.name ?? name], owner.isMe ? 'U' : 'T')} />
        <span className="min-w-0">
          {dog && (
            <b>
              <Marked text={dog.name} found={found} />{' '}
            </b>
          )}
          <span className="text-ink-3">{owner.isMe ? TEXTS.you : <Marked text={name} found={found} />}</span>
        </span>
        <time dateTime={video.trainedAt} className="long-line-in-margin ms-auto text-ink-3 md:text-17 md:text-ink-2">
          {formatTime(video.trainedAt, video.trainedZone)}
        </time>
      </div>
      <h3 className="mt-2 text-20">
        <Link
          to={`/video/${video.id}`}
          state={{ fromLog: true }}
          className="-my-3 inline-block max-w-full py-3 decoration-2 [overflow-wrap:anywhere] hover:underline"
        >
          <Marked text={video.title} found={found} />
        </Link>
      </h3>
      {video.description && (
        <p className="mt-1 line-clamp-6 max-w-[60ch] whitespace-pre-line text-ink-2">
          <Marked text={video.description} found={found} />
        </p>
      )}
      {withMedia && (
        <SessionPoster
          card={card}
          upright={upright}
          onShape={setLearnt}
          className={upright ? 'mt-2' : 'mt-3 md:col-start-2 md:row-span-4 md:row-start-1 md:mt-1 md:self-start'}
        />
      )}
      <div className="mt-1 md:mt-2 md:flex md:flex-wrap md:items-center md:gap-x-4 md:self-start">
        <div className="-ms-3 flex flex-wrap gap-x-2">
          <Button tone="quiet" icon="comment" aria-label={TEXTS.commentsOf(commentCount, video.title)} onClick={() => onComment(video.id)}>
            {TEXTS.comments(commentCount)}
          </Button>
          <Button tone="quiet" icon="share" aria-label={TEXTS.shareOf(video.title)} onClick={() => onShare(video.id)}>
            <span className={onlyWide}>{TEXTS.share}</span>
          </Button>
          {owner.isMe && (
            <>
              <Button tone="quiet" icon="edit" aria-label={TEXTS.editOf(video.title)} onClick={() => onEdit(video.id)}>
                <span className={onlyWide}>{TEXTS.edit}</span>
              </Button>
              <Button tone="quiet" icon="loop" aria-label={TEXTS.logAgainOf(video.title)} onClick={() => onLogAgain(video.id)}>
                <span className={onlyWide}>{TEXTS.logAgain}</span>
              </Button>
            </>
          )}
        </div>
        {/* The chip appears and disappears without moving anything: on phones it uses the gap before the next entry. */}
        <div className="max-md:min-h-[max(44px,2.75rem)] md:empty:hidden">
          <RowChip sync={sync} entityId={video.id} />
        </div>
      </div>
    </LogEntry>
  );
});
