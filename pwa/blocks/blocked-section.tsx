import { useRef } from 'react';
import type { Block } from '../../api/contract/entities/block.ts';
import { type BlockCard, listBlocks } from '../../sync/queries/blocks.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { formatDate } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { KnownEmpty } from '../sync/known-empty.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { blockedName } from './blocked-name.ts';
import { BLOCK_TEXTS as TEXTS } from './texts.ts';
import { useBlockActions } from './use-block-actions.ts';

/** 'Blocked people': who they are, and Unblock. */
export function BlockedSection() {
  const store = useStore();
  const blocks = useLive(() => listBlocks(store), [store]);
  const { unblock } = useBlockActions();
  const heading = useRef<HTMLHeadingElement>(null);
  const unblockOne = (block: Block) => {
    // The pressed button goes with its line.
    void unblock(block).then((kept) => kept && heading.current?.focus());
  };
  return (
    <section aria-labelledby="blocked" className="max-w-[640px]">
      <h2 id="blocked" ref={heading} tabIndex={-1}>
        {TEXTS.title} {blocks && blocks.length > 0 && <span className="ms-1 font-regular text-ink-3">{blocks.length}</span>}
      </h2>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.about}</p>
      {!blocks && (
        <p role="status" className="mt-3 text-15 text-ink-2">
          {TEXTS.loading}
        </p>
      )}
      {blocks?.length === 0 && (
        <KnownEmpty loading={TEXTS.loading}>
          <p className="mt-3 text-15 text-ink-2">{TEXTS.none}</p>
        </KnownEmpty>
      )}
      {blocks && blocks.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {blocks.map((card) => (
            <ItemBoundary key={card.block.id} what="blocked person" id={card.block.id} resetKey={card}>
              <BlockLine card={card} onUnblock={unblockOne} />
            </ItemBoundary>
          ))}
        </ul>
      )}
    </section>
  );
}

function BlockLine({ card: { block, sync }, onUnblock }: { card: BlockCard; onUnblock: (block: Block) => void }) {
  const name = blockedName(block);
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-[1_1_160px] leading-[1.3] [overflow-wrap:anywhere]">
        <b className="block font-semi">
          <bdi>{name}</bdi>
        </b>
        <span className="flex min-h-8 items-center gap-2 text-15 text-ink-3">
          {TEXTS.since(formatDate(deviceDay(Date.parse(block.createdAt))))}
          <RowChip sync={sync} entityId={block.id} compact />
        </span>
      </span>
      <Button className="ms-auto" aria-label={TEXTS.unblockOf(name)} onClick={() => onUnblock(block)}>
        {TEXTS.unblock}
      </Button>
    </li>
  );
}
