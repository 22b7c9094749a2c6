import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { IconName } from '../../components/icon-shapes.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Popover } from '../../components/popover.tsx';
import { TEXTS } from './texts.ts';

export interface EntryActionsProps {
  onComment: (id: string) => void;
  onEdit: (id: string) => void;
  onShare: (id: string) => void;
  onLogAgain: (id: string) => void;
}

interface Action {
  icon: IconName;
  word: string;
  /** The word with the session's title, for screen readers. */
  label: string;
  run: () => void;
}

function actionsOf({ video: { id, title }, owner, commentCount }: SessionCard, on: EntryActionsProps): [Action, ...Action[]] {
  const { comments, commentsOf, share, shareOf, edit, editOf, logAgain, logAgainOf } = TEXTS;
  return [
    { icon: 'comment', word: comments(commentCount), label: commentsOf(commentCount, title), run: () => on.onComment(id) },
    { icon: 'share', word: share, label: shareOf(title), run: () => on.onShare(id) },
    ...(owner.isMe
      ? [
          { icon: 'edit' as const, word: edit, label: editOf(title), run: () => on.onEdit(id) },
          { icon: 'loop' as const, word: logAgain, label: logAgainOf(title), run: () => on.onLogAgain(id) },
        ]
      : []),
  ];
}

/** Actions of a session without comments, in a menu beside the title, so that the entry is no higher than its text. */
export function EntryMenu({ card, on, className }: { card: SessionCard; on: EntryActionsProps; className: string }) {
  const label = TEXTS.moreOf(card.video.title);
  return (
    <Popover
      label={label}
      size="menu"
      beside
      trigger={(props) => <IconButton {...props} icon="more" label={label} className={`text-ink-3 ${className}`} />}
    >
      {(close) => (
        <div className="grid p-2">
          {actionsOf(card, on).map(({ icon, word, label: full, run }) => (
            <button
              key={icon}
              type="button"
              aria-label={full}
              className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-sunken"
              onClick={() => {
                close();
                run();
              }}
            >
              <Icon name={icon} className="text-ink-2" />
              {word}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}

/** Actions of a session with comments, in a row below it: the number of comments, and the others as icons. */
export function EntryRow({ card, on }: { card: SessionCard; on: EntryActionsProps }) {
  const [comment, ...others] = actionsOf(card, on);
  return (
    <div className="-ms-3 -mb-3 flex flex-wrap self-start text-ink-2">
      <Button tone="quiet" icon="comment" aria-label={comment.label} onClick={comment.run}>
        {card.commentCount}
      </Button>
      {others.map(({ icon, label, run }) => (
        <IconButton key={icon} icon={icon} small label={label} onClick={run} />
      ))}
    </div>
  );
}
