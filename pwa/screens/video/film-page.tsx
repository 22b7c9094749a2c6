import { lazy, Suspense, useEffect, useRef } from 'react';
import { buttonStyle } from '../../components/button-style.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { IconName } from '../../components/icon-shapes.tsx';
import { initials } from '../../components/initials.ts';
import { useTabRoute } from '../../components/use-tab-route.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { FilmPanel, type FilmPanelProps } from '../../media/film-panel.tsx';
import { posterPath } from '../../media/poster-path.ts';
import { useMediaSource } from '../../media/use-media-source.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { VideoPlayer } from '../../media/video-player.tsx';
import { SessionConditions } from '../../sessions/session-conditions.tsx';
import { SessionNotes } from '../../sessions/session-notes.tsx';
import { usePrefetch } from '../../sync/use-prefetch.ts';
import { darkenBar } from '../../theme/theme.ts';
import { CommentsHeading } from './comments-heading.tsx';
import type { SessionLayoutProps } from './session-article-props.ts';
import { FILM_TEXTS, TEXTS } from './texts.ts';
import { filmReps } from './film-reps.ts';
import { RepKnots } from './rep-knots.tsx';
import '../../styles/film.css';

// Loaded after the film, so that the first tap finds them.
const marking = async () => ({ default: (await import('./mark-panel.tsx')).MarkPanel });
const watching = async () => ({ default: (await import('./clips-panel.tsx')).ClipsPanel });
const both = () => Promise.all([marking(), watching()]);
const MarkPanel = lazy(marking);
const ClipsPanel = lazy(watching);

/** A session with a film: the film on dark, with notes and comments beside it. On phones, buttons open these (R241). */
export function FilmPage({
  session,
  startAtOnce,
  onBack,
  dog,
  owner,
  ownerName,
  counted,
  sets,
  chip,
  actions,
  comments,
  onShare,
}: SessionLayoutProps) {
  const { video, media } = session;
  const source = useMediaSource(media, video);
  const poster = usePosterSource(media, posterPath(video));
  const reps = filmReps(counted?.cards ?? []);
  const isMine = counted?.isMine ?? false;
  const [asked, choose] = useTabRoute(['film', 'notes', 'comments', 'mark', 'reps']);
  const open = (asked === 'mark' && !isMine) || (asked === 'reps' && reps.length === 0) ? 'film' : asked;
  const work = open === 'mark' || open === 'reps' ? open : null;
  const heading = useFocusOnChange<HTMLHeadingElement>(work);
  useEffect(darkenBar, []);
  usePrefetch(both);
  const tab = (name: 'notes' | 'comments', icon: IconName, words: string) => (
    <button type="button" className="to-beside" aria-expanded={open === name} onClick={() => choose(open === name ? 'film' : name)}>
      <Icon name={icon} size="small" />
      {words}
    </button>
  );
  const panel = (props: FilmPanelProps) => {
    const plain = (
      <FilmPanel {...props}>
        <RepKnots reps={reps} length={props.film.length} />
      </FilmPanel>
    );
    if (!work) return plain;
    return (
      <Suspense fallback={plain}>
        {work === 'mark' ? (
          <MarkPanel {...props} video={video} cards={counted?.cards ?? []} reps={reps} />
        ) : (
          <ClipsPanel {...props} reps={reps} />
        )}
      </Suspense>
    );
  };
  const about = (
    <>
      {dog.name !== null && (
        <>
          <b>{dog.name}</b>
          {' · '}
        </>
      )}
      <span>{owner}</span>
      {' · '}
      <time dateTime={video.trainedAt}>{formatMoment(video.trainedAt, video.trainedZone)}</time>
    </>
  );
  return (
    <article className="film">
      <div className="film-room" data-beside={open === 'notes' || open === 'comments' ? open : undefined} data-work={work ?? undefined}>
        <div className="film-view ground-dark">
          <div className="film-top">
            <IconButton icon="back" label={TEXTS.backToLog} onClick={onBack} />
            <div className="film-face">
              <Avatar src={dog.picture} initials={initials([dog.name ?? ownerName], 'T')} />
            </div>
            <div className="film-words">
              <h1 ref={heading} tabIndex={-1} dir="auto">
                {work === 'mark' ? FILM_TEXTS.markReps : work === 'reps' ? FILM_TEXTS.reps : video.title}
              </h1>
              <p dir={work ? 'auto' : undefined}>{work ? video.title : about}</p>
            </div>
            {work ? (
              <button type="button" className={buttonStyle('plain', { className: 'me-2' })} onClick={() => choose('film')}>
                {FILM_TEXTS.done}
              </button>
            ) : (
              <>
                {actions}
                <IconButton icon="share" label={TEXTS.share} onClick={onShare} />
              </>
            )}
          </div>
          <VideoPlayer
            title={video.title}
            source={source}
            poster={poster}
            length={media?.durationSeconds ?? video.durationSeconds ?? null}
            fileName={media?.name ?? video.title}
            startAtOnce={startAtOnce}
            panel={panel}
          />
          <div className="film-tabs" hidden={work !== null}>
            {isMine && (
              <button type="button" onClick={() => choose('mark')}>
                <Icon name="reps" size="small" />
                {FILM_TEXTS.markReps}
              </button>
            )}
            {reps.length > 0 && (
              <button type="button" onClick={() => choose('reps')}>
                <Icon name="play" size="small" />
                {FILM_TEXTS.repsIn(reps.filter(({ kind }) => kind === 'miss').length, reps.length)}
              </button>
            )}
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
              <SessionConditions session={video} className="mt-1" />
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

/** Moves the focus to the element when `value` changes, because the button that changed it is gone. */
function useFocusOnChange<Target extends HTMLElement>(value: unknown) {
  const element = useRef<Target>(null);
  const last = useRef(value);
  useEffect(() => {
    if (last.current !== value) element.current?.focus({ preventScroll: true });
    last.current = value;
  }, [value]);
  return element;
}
