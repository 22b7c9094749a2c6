import type { Video } from '../../api/contract/entities/video.ts';
import { classNames } from '../components/class-names.ts';
import { Marked } from './marked.tsx';

interface SessionNotesProps {
  /** A session that is shared by link lacks some fields. */
  session: Partial<Video>;
  /** Folded words of a search, which are marked. */
  found?: readonly string[];
  /** Shown instead of empty notes. */
  none?: string;
  className?: string;
}

/** What the trainer wrote about a session below its title, on its card in the log and on its page. */
export function SessionNotes({ session: { description }, found = [], none, className }: SessionNotesProps) {
  if (!description) return none && <p className="text-ink-3">{none}</p>;
  return (
    <p dir="auto" className={classNames('max-w-[60ch] whitespace-pre-line text-ink-2', className)}>
      <Marked text={description} found={found} />
    </p>
  );
}
