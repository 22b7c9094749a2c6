import { useMemo } from 'react';
import type { Block } from '../../api/contract/entities/block.ts';
import { type Blockable, blockPerson, unblockPerson } from '../../sync/pull/block-person.ts';
import { useChangeActions } from '../people/use-change-actions.ts';
import { useSave } from '../sync/use-save.ts';
import { blockedName } from './blocked-name.ts';
import { BLOCK_TEXTS as TEXTS } from './texts.ts';

export interface BlockActions {
  /** @param name for the toast. @returns whether this device has kept the block */
  block: (person: Blockable, name: string) => Promise<boolean>;
  unblock: (block: Block) => Promise<boolean>;
}

/** Blocks and unblocks people, offline too. */
export function useBlockActions(): BlockActions {
  const save = useSave();
  const { keep } = useChangeActions();
  return useMemo(
    () => ({
      block: (person, name) =>
        keep(
          save((store, ports) => blockPerson(store, ports, person)),
          TEXTS.failed,
          { done: TEXTS.done(name), waits: TEXTS.waits(name) },
        ),
      unblock: (block) =>
        keep(
          save((store, ports) => unblockPerson(store, ports, block.id)),
          TEXTS.unblockFailed,
          { done: TEXTS.unblocked(blockedName(block)), waits: TEXTS.unblockWaits(blockedName(block)) },
        ),
    }),
    [keep, save],
  );
}
