import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { BlockCard } from '../../sync/queries/blocks.ts';
import { buttonStyle } from '../components/button-style.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { focusHeading } from '../components/keep-focus.ts';
import { useDocumentTitle } from '../components/use-document-title.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { blockedName } from './blocked-name.ts';
import { BLOCK_TEXTS } from './texts.ts';

const { profile: TEXTS } = BLOCK_TEXTS;

/** In place of the profile of a person who is blocked. */
export function BlockedProfile({ card: { block, sync } }: { card: BlockCard }) {
  const name = blockedName(block);
  useDocumentTitle(name);
  useEffect(() => {
    // The button that was pressed is gone.
    if (document.activeElement === document.body) focusHeading();
  }, []);
  return (
    <EmptyState
      level={1}
      icon="block"
      title={TEXTS.title(name)}
      description={TEXTS.description}
      action={
        <div className="grid justify-items-center gap-3">
          {/* Until the server knows, the other person still sees everything. */}
          <RowChip sync={sync} entityId={block.id} />
          <Link to="/your-data" className={buttonStyle('plain')}>
            {TEXTS.action}
          </Link>
        </div>
      }
    />
  );
}
