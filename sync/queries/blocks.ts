import type { Block } from '../../api/contract/entities/block.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface BlockCard {
  block: Block;
  sync: RowSync;
}

/** The people whom the store's person has blocked, the latest first. */
export async function listBlocks(store: Store): Promise<BlockCard[]> {
  const rows = await store.view('blocks').toArray();
  const syncOf = await readRowSyncs(
    store,
    'blocks',
    rows.map(({ id }) => id),
  );
  return rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map((row) => ({ block: plainRow(row), sync: syncOf(row.id).sync }));
}

/** Null unless the store's person has blocked this one. */
export async function getBlockOf(store: Store, blockedId: string): Promise<BlockCard | null> {
  const row = await store.view('blocks').where('blockedId').equals(blockedId).first();
  return row ? { block: plainRow(row), sync: (await readRowSyncs(store, 'blocks', [row.id]))(row.id).sync } : null;
}

export const readBlockedIds = async (store: Store): Promise<ReadonlySet<string>> =>
  new Set((await store.view('blocks').orderBy('blockedId').keys()) as string[]);
