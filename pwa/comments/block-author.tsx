import { BlockDialog } from '../blocks/block-dialog.tsx';
import { useBlockActions } from '../blocks/use-block-actions.ts';

export interface BlockAuthorProps {
  authorId: string;
  author: string;
  onClose: () => void;
  /** The author's comments go from the list. Move the focus elsewhere. */
  onBlocked: () => void;
}

/** Asks before it blocks the author of a comment, of whom readers know only the id. */
export function BlockAuthor({ authorId, author, onClose, onBlocked }: BlockAuthorProps) {
  const { block } = useBlockActions();
  return (
    <BlockDialog
      open
      name={author}
      shortName={author}
      isPartner={null}
      onConfirm={() => {
        onClose();
        void block({ id: authorId }, author).then((kept) => kept && onBlocked());
      }}
      onClose={onClose}
    />
  );
}
