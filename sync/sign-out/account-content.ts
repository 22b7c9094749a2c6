import type { AnyRow, EntityRow } from '../../api/contract/entities.ts';
import { findMutation } from '../outbox/calls.ts';
import { fold, pendingOf, shadowOf } from '../outbox/rebase.ts';
import { canRestoreAsNew, isRefusedEdit } from '../outbox/refused-edit.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { isOwnWork } from './sign-out.ts';

/** One person's data on this device, opened. */
export interface Account {
  store: Store;
  ports: Ports;
}

export type AccountContent = Awaited<ReturnType<typeof contentOf>>;

/** Everything in a store that its own person made, each kind in the order in which it was made. */
export async function contentOf(store: Store) {
  const outbox = await store.outbox.toArray();
  const [profile, dogs, cues, programs, videos, sets, plans, trials, comments, conflicts, drafts, taps] = await Promise.all([
    store.view('profile').get(store.userId),
    ownRows(store, 'dogs', outbox),
    ownRows(store, 'cues', outbox),
    ownRows(store, 'programs', outbox),
    ownRows(store, 'videos', outbox),
    ownRows(store, 'sets', outbox),
    ownRows(store, 'plans', outbox),
    ownRows(store, 'trials', outbox),
    store
      .view('comments')
      .filter(({ userId, deletedAt }) => userId === store.userId && deletedAt === null)
      .sortBy('createdAt'),
    store
      .view('conflicts')
      .filter(({ ownerId, deletedAt }) => ownerId === store.userId && deletedAt === null)
      .sortBy('createdAt'),
    store.drafts.toArray(),
    store.taps.toArray(),
  ]);
  const media = await filesOf(store, [...(profile ? [profile] : []), ...dogs, ...videos]);
  return {
    profile,
    dogs,
    cues,
    programs,
    videos,
    sets,
    plans,
    trials,
    comments,
    conflicts,
    // Changes without a row that could be made anew: those of another version of the app, and reports.
    unknown: outbox.filter(({ call, entity }) => !findMutation(call) || entity === 'reports'),
    media,
    drafts,
    taps,
  };
}

/** What a person types into their profile. Its visibility is not content, and its picture is a file. */
export const TYPED_FIELDS = ['firstName', 'lastName', 'bio', 'location', 'sports'] as const;

export const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

type OwnEntity = 'dogs' | 'cues' | 'programs' | 'videos' | 'sets' | 'plans' | 'trials';

async function ownRows<E extends OwnEntity>(store: Store, entity: E, outbox: readonly OutboxRecord[]): Promise<EntityRow<E>[]> {
  const rows = await store
    .view(entity)
    .filter(({ ownerId }) => ownerId === store.userId)
    .sortBy('createdAt');
  const edited = rows.filter(
    ({ id, deletedAt }) => deletedAt !== null && outbox.some((edit) => edit.entityId === id && canRestoreAsNew(edit)),
  );
  const restored = await Promise.all(edited.map(({ id }) => restoredRow(store, entity, id)));
  return [...rows.filter((row) => !edited.includes(row)), ...restored] as unknown[] as EntityRow<E>[];
}

/** A deleted row that its author has edited without knowing, with all of these edits, as 'Restore as new' makes it. */
async function restoredRow(store: Store, entity: OwnEntity, id: string) {
  const [{ row }, pending] = await Promise.all([shadowOf(store, entity, id, ''), pendingOf(store, entity, id)]);
  const edits = pending.filter(isRefusedEdit).map((edit) => ({ ...edit, state: 'queued' as const }));
  return { ...fold(row, edits), deletedAt: null };
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
