import { Suspense } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { initials } from '../../components/initials.ts';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { SessionConditions } from '../../sessions/session-conditions.tsx';
import { SessionNotes } from '../../sessions/session-notes.tsx';
import { usePrefetchedShareDialog } from '../../sharing/lazy-share-dialog.ts';
import { BackToLog } from './back-to-log.tsx';
import { CommentsHeading } from './comments-heading.tsx';
import { FilmPage } from './film-page.tsx';
import type { SessionArticleProps, SessionLayoutProps } from './session-article-props.ts';
import { SessionPicture } from './session-picture.tsx';
import { TEXTS } from './texts.ts';

/** A session's page: dog and owner, media, title, notes, Share and comments. */
export function SessionArticle({ shareDialog, ...props }: SessionArticleProps) {
  const { video, media } = props.session;
  useDocumentTitle(video.title);
  const sharing = useDialogRoute('share', []);
  usePrefetchedShareDialog();
  const isFilm = Boolean(media || video.videoUrl) && !(media?.type ?? video.mediaType ?? '').startsWith('image/');
  const shown = { ...props, onShare: () => sharing.open() };
  return (
    <>
      {isFilm ? <FilmPage {...shown} /> : <PlainArticle {...shown} />}
      {sharing.isOpen && (
        <DialogBoundary onClose={sharing.close}>
          <Suspense fallback={null}>{shareDialog(sharing.close)}</Suspense>
        </DialogBoundary>
      )}
    </>
  );
}

/** A session with a picture or without media. */
function PlainArticle({ session, onBack, dog, owner, ownerName, sets, chip, actions, comments, onShare }: SessionLayoutProps) {
  const { video } = session;
  return (
    <>
      <BackToLog onBack={onBack} />
      <article className="max-w-[720px]">
        <div className="mb-3 flex flex-wrap items-center gap-3 text-15">
          <Avatar size={48} src={dog.picture} initials={initials([dog.name ?? ownerName], 'T')} />
          <div className="min-w-0 flex-1 leading-[1.4]">
            {dog.name !== null && <b className="block">{dog.name}</b>}
            <span className="block text-ink-3">{owner}</span>
          </div>
          <time dateTime={video.trainedAt} className="text-ink-3">
            {formatMoment(video.trainedAt, video.trainedZone)}
          </time>
        </div>
        <SessionPicture session={session} />
        <h1 className="mt-6" tabIndex={-1}>
          {video.title}
        </h1>
        <div className="mt-2 empty:hidden">
          <SessionNotes session={video} />
          <SessionConditions session={video} className="mt-1" />
        </div>
        {sets}
        {chip && <div className="mt-3 empty:hidden">{chip}</div>}
        <div className="-ms-3 mt-2 flex flex-wrap">
          <Button tone="quiet" icon="share" onClick={onShare}>
            {TEXTS.share}
          </Button>
          {actions}
        </div>
        {comments && (
          <section className="mt-8">
            <CommentsHeading count={comments.count} />
            {comments.list}
          </section>
        )}
      </article>
    </>
  );
}
