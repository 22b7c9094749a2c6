import { useState } from 'react';
import type { Person } from '../../api/contract/entities/user.ts';
import { Button } from '../components/button.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { blockedName } from './blocked-name.ts';
import { BLOCK_TEXTS as TEXTS } from './texts.ts';
import { useBlockActions } from './use-block-actions.ts';

/** Blocks the person of a profile, after a question. */
export function BlockButton({ person, isPartner }: { person: Person; isPartner: boolean }) {
  const { block } = useBlockActions();
  const [asking, setAsking] = useState(false);
  const { id, firstName, lastName } = person;
  const name = blockedName({ name: [firstName, lastName].filter(Boolean).join(' '), blockedId: id });
  return (
    <>
      <Button tone="quiet" icon="block" className="-ms-3" aria-label={TEXTS.blockOf(name)} onClick={() => setAsking(true)}>
        {TEXTS.block}
      </Button>
      <BlockDialog
        open={asking}
        name={name}
        shortName={firstName || name}
        isPartner={isPartner}
        onConfirm={() => {
          setAsking(false);
          void block(person, name);
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
