import type { ReactNode } from 'react';
import type { SharedVideo, Video } from '../../../api/contract/entities/video.ts';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import type { SetCard } from '../../../sync/queries/sets.ts';

/** A session of this device or of the server. One shared by link has only the fields of `SharedVideo`. */
type ShownVideo = Pick<Video, keyof Video & keyof SharedVideo> & Partial<Video>;

export interface SessionArticleProps {
  session: Pick<SessionCard, 'media'> & { video: ShownVideo };
  /** Play at once: the person tapped the poster in the log. */
  startAtOnce: boolean;
  onBack: () => void;
  dog: { name: string | null; picture: string | null };
  /** Shown beside the dog. */
  owner: string;
  /** Supplies the initials when there is no dog. */
  ownerName: string | null;
  /** The session's sets, for reps in its film, which only the owner marks. None for a session that is not on this device. */
  counted?: { cards: readonly SetCard[]; isMine: boolean };
  /** The session's exercises, below the notes. */
  sets?: ReactNode;
  /** Shown below the notes, such as the sync state. */
  chip?: ReactNode;
  /** Buttons beside Share. */
  actions?: ReactNode;
  comments: { count?: number; list: ReactNode } | null;
  shareDialog: (onClose: () => void) => ReactNode;
}

/** Props of the page's two layouts. */
export interface SessionLayoutProps extends Omit<SessionArticleProps, 'shareDialog'> {
  onShare: () => void;
}
