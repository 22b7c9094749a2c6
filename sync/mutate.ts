import * as z from 'zod/mini';
import { derivedId } from '../api/contract/derived-id.ts';
import type { EntityName } from '../api/contract/entities.ts';
import { sameValue } from '../api/contract/same-value.ts';
import type { MutationName, MutationPayload } from '../api/contract/mutations.ts';
import { feedName, SYNC_VERSION } from '../api/contract/sync-protocol.ts';
import { type AnyMutation, findMutation, isCreate, isUpdate } from './calls.ts';
import { dependenciesOf } from './dependencies.ts';
import { DeviceFull, isDeviceFull } from './device-full.ts';
import { InvalidPayload, RowMissing } from './invalid-payload.ts';
import { mergeIntoPending } from './merge-into-pending.ts';
import { type NewOutboxRecord, UNSENT } from './outbox-record.ts';
import type { Ports } from './ports.ts';
import { refold, shadowOf } from './rebase.ts';
import { refuseAfterLeaving } from './refuse-after-leaving.ts';
import type { Store } from './store.ts';

export interface MutateOptions<N extends MutationName> {
  payload?: MutationPayload<N>;
  /** Names in the path other than `id`, such as `videoId`. */
  params?: Record<string, string>;
  /** The row to change; of a create, the id that it is to get (made here unless given). */
  id?: string;
  /** What a copy or reference is made from: an imported cue, an invited person. */
  source?: object;
  /** A file kept on this device that belongs to the row; the row is saved without waiting for it. */
  mediaId?: string;
  /** Key of the draft that this saves. */
  clearDraft?: string;
}

export interface Mutated {
  id: string;
  /** The record that carries the change; null when nothing was changed. */
  key: string | null;
}

/**
 * Makes a change: at once on this device, and on the server as soon as it can be reached. When the promise resolves,
 * view and outbox have been committed together.
 * @throws InvalidPayload when the contract does not allow it, RowMissing when the row to change is not here, DeviceFull
 * when there is no room for it, DeviceLeft when its person is being signed out
 */
export async function mutate<N extends MutationName>(
  store: Store,
  ports: Ports,
  name: N,
  { payload, params = {}, id, source, mediaId, clearDraft }: MutateOptions<N>,
): Promise<Mutated> {
  const mutation = findMutation(name);
  if (!mutation) throw new RangeError(`There is no call ${name}`);
  const { entity } = mutation;
  const rowId = id ?? idFor(store, ports, name, params, payload);

  // 1. Validate before anything is written, with the contract's own schema.
  const given: unknown = isCreate(name) ? { ...payload, id: rowId } : (payload ?? {});
  const parsed = z.safeParse(mutation.payload, given);
  if (!parsed.success) throw new InvalidPayload(parsed.error.issues);

  const record: NewOutboxRecord = {
    key: ports.newId(),
    userId: store.userId,
    schemaVersion: SYNC_VERSION,
    call: name,
    params: pathParams(mutation, params, rowId),
    payload: parsed.data as Record<string, unknown>,
    entity,
    entityId: rowId,
    ...(source && { source }),
    baseVersion: 0,
    dependsOn: [],
    ...UNSENT,
    createdAt: ports.now(),
  };

  const commit = async (): Promise<Mutated> => {
    await refuseAfterLeaving(store, ports);
    const row = await store.view(entity).get(rowId);
    if (!row && !isCreate(name)) throw new RowMissing(`${name}: the row is not on this device`);
    const shadow = await shadowOf(store, entity, rowId, await feedOf(store, entity, record.params));
    record.baseVersion = shadow.row?.version ?? 0;

    // 2. An update says what its author saw, and only what its author changed.
    if (row && isUpdate(name)) record.payload = changedFields(row, record.payload);
    const changesNothing = isUpdate(name) && Object.keys(record.payload).every((field) => field === 'base');

    // 3. Queue it, or fold it into a record that the server cannot know of.
    let key: string | null = null;
    if (!changesNothing) {
      record.dependsOn = await dependenciesOf(store, record);
      key = await mergeIntoPending(store, record);
      if (!key) {
        await store.outbox.add(record);
        key = record.key;
      }
      await store.shadow.put(shadow);
      await refold(store, entity, rowId);
    }

    // 4. What belongs to the change goes with it, all or nothing.
    if (mediaId) await store.media.update(mediaId, { entityId: rowId, updatedAt: ports.now() });
    if (clearDraft) await store.drafts.delete(clearDraft);
    return { id: rowId, key };
  };
  try {
    return await store.transaction('rw', store.changeTables, commit);
  } catch (error) {
    throw isDeviceFull(error) ? new DeviceFull(error) : error;
  }
}

function idFor(store: Store, ports: Ports, name: MutationName, params: Record<string, string>, payload: unknown): string {
  // Derived, so that two devices that import the same cue make the same copy.
  if (name === 'cues.import') return derivedId(store.userId, params['cueId'] ?? '');
  if (isCreate(name)) return (payload as { id?: string } | undefined)?.id ?? ports.newId();
  if (name === 'profile.update') return store.userId;
  const id = params['id'];
  if (!id) throw new RangeError(`${name} needs the id of its row`);
  return id;
}

function pathParams(mutation: AnyMutation, params: Record<string, string>, id: string): Record<string, string> {
  return mutation.path.includes('{id}') ? { ...params, id } : params;
}

/**
 * The fields that the author changed, and in `base` what the author saw of them: as given, for a dialog may have been
 * open while a pull brought another value, else as the row is now.
 */
function changedFields(row: object, { base: given, ...patch }: Record<string, unknown>): Record<string, unknown> {
  const seen: Record<string, unknown> = { ...row, ...(given as object | undefined) };
  const held = row as Record<string, unknown>;
  const changed = Object.entries(patch).filter(
    ([field, value]) => value !== undefined && !sameValue(value, seen[field]) && !sameValue(value, held[field]),
  );
  return { ...Object.fromEntries(changed), base: Object.fromEntries(changed.map(([field]) => [field, seen[field] ?? null])) };
}

/** The feed that will bring a new row back. */
async function feedOf(store: Store, entity: EntityName, params: Record<string, string>): Promise<string> {
  if (entity === 'friendships') return feedName('inbox', store.userId);
  const session = entity === 'comments' && params['videoId'] ? await store.view('videos').get(params['videoId']) : null;
  return session?.feed ?? feedName('own', store.userId);
}
