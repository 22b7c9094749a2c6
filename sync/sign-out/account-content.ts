import type { AnyRow } from '../../api/contract/entities.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { isOwnWork } from './sign-out.ts';

/** One person's data on this device, opened. */
export interface Account {
  store: Store;
  ports: Ports;
}

export type AccountContent = Awaited<ReturnType<typeof contentOf>>;

/** Everything in a store that its own person made. */
export async function contentOf(store: Store) {
  const isOwn = (row: { ownerId: string; deletedAt: string | null }) => row.ownerId === store.userId && row.deletedAt === null;
  const [profile, dogs, cues, programs, videos, comments, outbox, drafts] = await Promise.all([
    store.view('profile').get(store.userId),
    store.view('dogs').filter(isOwn).toArray(),
    store.view('cues').filter(isOwn).toArray(),
    store.view('programs').filter(isOwn).toArray(),
    store.view('videos').filter(isOwn).toArray(),
    store
      .view('comments')
      .filter(({ userId, deletedAt }) => userId === store.userId && deletedAt === null)
      .toArray(),
    store.outbox.toArray(),
    store.drafts.toArray(),
  ]);
  const media = await filesOf(store, [...(profile ? [profile] : []), ...dogs, ...videos]);
  return { profile, dogs, cues, programs, videos, comments, pending: new Set(outbox.map(({ entityId }) => entityId)), media, drafts };
}

/** Files that the server never had, and the current files of these rows, which it has lost. */
async function filesOf(store: Store, rows: readonly AnyRow[]): Promise<DeviceMedia[]> {
  const byId = new Map(rows.map((row) => [row.id, row as object]));
  const isCurrent = ({ entityId, field, objectPath, fileName }: DeviceMedia) => {
    const row: Partial<Record<DeviceMedia['field'], unknown>> | undefined = byId.get(entityId ?? '');
    return fileName !== null && objectPath !== null && row?.[field] === objectPath;
  };
  return store.media.filter((media) => (media.state === 'uploaded' ? isCurrent(media) : isOwnWork(media))).toArray();
}
