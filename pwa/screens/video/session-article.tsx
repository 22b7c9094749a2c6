import type { ReactNode } from 'react';
import type { Video } from '../../../api/contract/entities/video.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { initials } from '../../components/initials.ts';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { SessionMedia, type SessionMediaProps } from './session-media.tsx';
import { TEXTS } from './texts.ts';

interface SessionArticleProps extends Omit<SessionMediaProps, 'session'> {
  session: SessionMediaProps['session'] & { video: Pick<Video, 'description' | 'trainedAt' | 'trainedZone'> };
  dog: { name: string | null; picture: string | null };
  /** Shown below the dog. */
  owner: string;
  /** Supplies the initials when there is no dog. */
  ownerName: string | null;
  /** Below the notes, such as the sync state. */
  chip?: ReactNode;
  /** Buttons after Share. */
  actions?: ReactNode;
  comments: { count?: number; list: ReactNode } | null;
  shareDialog: (onClose: () => void) => ReactNode;
}

/** A session's page: dog and owner, media, title, notes, Share and comments. */
export function SessionArticle({ session, startAtOnce, dog, owner, ownerName, chip, actions, comments, shareDialog }: SessionArticleProps) {
  const { video } = session;
  useDocumentTitle(video.title);
  const sharing = useDialogRoute('share', []);
  return (
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
      <SessionMedia session={session} startAtOnce={startAtOnce} />
      <h1 className="mt-6" tabIndex={-1}>
        {video.title}
      </h1>
      {video.description && <p className="mt-2 max-w-[60ch] whitespace-pre-line text-ink-2">{video.description}</p>}
      {chip && <div className="mt-3 empty:hidden">{chip}</div>}
      <div className="-ms-3 mt-2 flex flex-wrap">
        <Button tone="quiet" icon="share" onClick={() => sharing.open()}>
          {TEXTS.share}
        </Button>
        {actions}
      </div>
      {comments && (
        <section className="mt-8">
          <h2 className="pb-3">
            {TEXTS.comments}
            {Boolean(comments.count) && <span className="ms-1 font-regular text-ink-3"> {comments.count}</span>}
          </h2>
          {comments.list}
        </section>
      )}
      {sharing.isOpen && <DialogBoundary onClose={sharing.close}>{shareDialog(sharing.close)}</DialogBoundary>}
    </article>
  );
}
