import { useEffect } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { IconName } from '../../components/icon-shapes.tsx';
import { initials } from '../../components/initials.ts';
import { useTabRoute } from '../../components/use-tab-route.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { posterPath } from '../../media/poster-path.ts';
import { useMediaSource } from '../../media/use-media-source.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { VideoPlayer } from '../../media/video-player.tsx';
import { SessionNotes } from '../../sessions/session-notes.tsx';
import { darkenBar } from '../../theme/theme.ts';
import { CommentsHeading } from './comments-heading.tsx';
import type { SessionLayoutProps } from './session-article-props.ts';
import { TEXTS } from './texts.ts';
import '../../styles/film.css';

/** A session with a film: the film on dark, with notes and comments beside it. On phones, buttons open these (R241). */
export function FilmPage({
  session,
  startAtOnce,
  onBack,
  dog,
  owner,
  ownerName,
  sets,
  chip,
  actions,
  comments,
  onShare,
}: SessionLayoutProps) {
  const { video, media } = session;
  const source = useMediaSource(media, video);
  const poster = usePosterSource(media, posterPath(video));
  const [open, choose] = useTabRoute(['film', 'notes', 'comments']);
  useEffect(darkenBar, []);
  const tab = (name: 'notes' | 'comments', icon: IconName, words: string) => (
    <button type="button" aria-expanded={open === name} onClick={() => choose(open === name ? 'film' : name)}>
      <Icon name={icon} size="small" />
      {words}
    </button>
  );
  return (
    <article className="film">
      <div className="film-room" data-beside={open === 'film' ? undefined : open}>
        <div className="film-view ground-dark">
          <div className="film-top">
            <IconButton icon="back" label={TEXTS.backToLog} onClick={onBack} />
            <div className="film-face">
              <Avatar src={dog.picture} initials={initials([dog.name ?? ownerName], 'T')} />
            </div>
            <div className="film-words">
              <h1 tabIndex={-1} dir="auto">
                {video.title}
              </h1>
              <p>
                {dog.name !== null && (
                  <>
                    <b>{dog.name}</b>
                    {' · '}
                  </>
                )}
                <span>{owner}</span>
                {' · '}
                <time dateTime={video.trainedAt}>{formatMoment(video.trainedAt, video.trainedZone)}</time>
              </p>
            </div>
            {actions}
            <IconButton icon="share" label={TEXTS.share} onClick={onShare} />
          </div>
          <VideoPlayer
            title={video.title}
            source={source}
            poster={poster}
            length={media?.durationSeconds ?? video.durationSeconds ?? null}
            fileName={media?.name ?? video.title}
            startAtOnce={startAtOnce}
          />
          <div className="film-tabs">
            {tab('notes', 'log', TEXTS.notes)}
            {comments && tab('comments', 'comment', TEXTS.commentCount(comments.count))}
          </div>
        </div>
        <div className="film-beside">
          <section className="film-about">
            <p className="text-20 leading-tight font-bold [overflow-wrap:anywhere]" dir="auto">
              {video.title}
            </p>
            <div className="mt-1">
              <SessionNotes session={video} none={TEXTS.noNotes} />
            </div>
            {sets}
            {chip && <div className="mt-3 empty:hidden">{chip}</div>}
          </section>
          {comments && (
            <section className="film-comments">
              <CommentsHeading count={comments.count} />
              {comments.list}
            </section>
          )}
        </div>
      </div>
    </article>
  );
}
