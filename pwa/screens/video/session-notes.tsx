import type { SessionLayoutProps } from './session-article-props.ts';

interface SessionNotesProps extends Pick<SessionLayoutProps, 'session'> {
  /** Shown instead of empty notes. */
  none?: string;
}

/** What the trainer wrote about a session below its title, in both layouts of its page. */
export function SessionNotes({ session: { video }, none }: SessionNotesProps) {
  if (!video.description) return none && <p className="text-ink-3">{none}</p>;
  return (
    <p className="max-w-[60ch] whitespace-pre-line text-ink-2" dir="auto">
      {video.description}
    </p>
  );
}
