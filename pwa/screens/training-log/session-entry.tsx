import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { Avatar } from '../../components/avatar.tsx';
import { classNames } from '../../components/class-names.ts';
import { initials } from '../../components/initials.ts';
import { LogEntry } from '../../components/log-entry.tsx';
import { formatTime } from '../../dates/format-date.ts';
import { posterPath } from '../../media/poster-path.ts';
import { hasUprightShape, isUpright } from '../../media/poster-shapes.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { Marked } from '../../sessions/marked.tsx';
import { SessionConditions } from '../../sessions/session-conditions.tsx';
import { SessionNotes } from '../../sessions/session-notes.tsx';
import { SetResults } from '../../sets/set-results.tsx';
import { knotOf, RowChip } from '../../sync-tray/row-chip.tsx';
import { hasMedia, SessionPoster } from './session-poster.tsx';
import { type EntryActionsProps, EntryMenu, EntryRow } from './entry-actions.tsx';
import { TEXTS } from './texts.ts';

export interface SessionEntryProps extends EntryActionsProps {
  card: SessionCard;
  /** Folded words of the search, which the entry marks. */
  found: readonly string[];
  last: boolean;
}

/** One session of the log with its knot on the line. Memoised by card. */
export const SessionEntry = memo(function SessionEntry({ card, found, last, ...on }: SessionEntryProps) {
  const { video, dog, owner, sync, commentCount, sets } = card;
  const withMedia = hasMedia(card);
  const [learnt, setLearnt] = useState(() => isUpright(null, posterPath(video)));
  const upright = withMedia && (card.media?.poster ? hasUprightShape(card.media.poster) : learnt);
  const face = usePosterSource(dog?.picture ?? null, dog?.image ?? null);
  const name = owner.name ?? TEXTS.nameless;
  return (
    <LogEntry
      state={knotOf(sync)}
      fraction={sync.state === 'uploading' ? sync.percent / 100 : 0}
      last={last}
      className={classNames(
        'pb-5 md:pb-6',
        upright && 'beside-upright',
        withMedia &&
          !upright &&
          'md:grid md:grid-cols-[minmax(0,1fr)_clamp(200px,34%,320px)] md:grid-rows-[auto_auto_auto_auto_auto_1fr] md:gap-x-8',
      )}
    >
      {/* One line: the names are truncated to make room for the chip, so nothing below moves. */}
      <div className="flex min-h-8 items-center gap-2 text-15">
        <Avatar src={face} initials={initials([dog?.name ?? owner.name], owner.isMe ? 'U' : 'T')} size={28} />
        <span className="min-w-0 shrink-[9] truncate">
          {dog && (
            <b>
              <bdi>
                <Marked text={dog.name} found={found} />
              </bdi>{' '}
            </b>
          )}
          <bdi className="text-ink-3">{owner.isMe ? TEXTS.you : <Marked text={name} found={found} />}</bdi>
        </span>
        <span className="relative z-1 flex min-w-0 items-center">
          <RowChip sync={sync} entityId={video.id} compact />
        </span>
        <time dateTime={video.trainedAt} className="long-line-in-margin ms-auto whitespace-nowrap text-ink-3 md:text-17 md:text-ink-2">
          {formatTime(video.trainedAt, video.trainedZone)}
        </time>
      </div>
      <div className="mt-0.5 flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 flex-1 text-20 leading-tight">
          <Link
            to={`/video/${video.id}`}
            state={{ fromLog: true }}
            className="-my-3 inline-block max-w-full py-3 decoration-2 [overflow-wrap:anywhere] hover:underline"
          >
            <Marked text={video.title} found={found} />
          </Link>
        </h3>
        {commentCount === 0 && <EntryMenu card={card} on={on} className="-my-3 -me-3" />}
      </div>
      <SessionNotes session={video} found={found} className="mt-0.5 line-clamp-3 text-15 leading-[1.4]" />
      <SessionConditions session={video} found={found} className="mt-0.5 truncate" />
      <SetResults sets={sets} title={video.title} />
      {withMedia && (
        <SessionPoster
          card={card}
          upright={upright}
          onShape={setLearnt}
          className={upright ? 'mt-2' : 'mt-3 md:col-start-2 md:row-span-6 md:row-start-1 md:mt-1 md:self-start'}
        />
      )}
      {commentCount > 0 && <EntryRow card={card} on={on} />}
    </LogEntry>
  );
});
