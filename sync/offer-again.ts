import * as z from 'zod/mini';
import type { AnyRow, EntityName } from '../api/contract/entities.ts';
import type { Program } from '../api/contract/entities/program.ts';
import type { Video } from '../api/contract/entities/video.ts';
import { sameValue } from '../api/contract/same-value.ts';
import { MUTATIONS, type MutationName } from '../api/contract/mutations.ts';
import { SYNC_VERSION } from '../api/contract/sync-protocol.ts';
import { findMutation } from './calls.ts';
import { requeueAs } from './merge-into-pending.ts';
import type { NewOutboxRecord, OutboxRecord } from './outbox-record.ts';
import type { Ports } from './ports.ts';
import { pendingOf, refold, shadowOf } from './rebase.ts';
import type { Store } from './store.ts';

type Call = Pick<NewOutboxRecord, 'call' | 'payload'> & { params?: Record<string, string> };
type Fields = Record<string, unknown>;

interface Owned {
  id: string;
  ownerId?: string;
  userId?: string;
  deletedAt?: string | null;
}

/**
 * A server restored from an older backup has lost the newest of what it once confirmed. The devices still hold it, and
 * offer what is their user's own again (design section 4, Pull).
 * Offers a row that the server no longer has, with its id.
 * @returns whether there is anything to offer
 */
export async function offerMissing(store: Store, ports: Ports, entity: EntityName, id: string): Promise<boolean> {
  const { row, feed } = await shadowOf(store, entity, id, '');
  if (!row || !isOwn(store, entity, row)) return false;
  const calls = recreate(entity, row);
  if (calls.length === 0) return false;
  await queueFirst(store, ports, entity, row, calls);
  await store.shadow.put({ entity, id, feed, row: null, gone: false });
  await refold(store, entity, id);
  return true;
}

/** Offers what a row held has and the server's older copy of it lacks. */
export async function offerNewer(store: Store, ports: Ports, entity: EntityName, held: AnyRow, theirs: AnyRow): Promise<void> {
  if (!isOwn(store, entity, held)) return;
  const calls: Call[] = [];
  const update = `${entity}.update`;
  const kinds = findMutation(update)?.merge;
  if (kinds) {
    const mine = held as unknown as Fields;
    const base = theirs as unknown as Fields;
    const fields = Object.keys(kinds).filter((field) => !sameValue(mine[field], base[field]));
    const pick = (row: Fields) => Object.fromEntries(fields.map((field) => [field, row[field]]));
    if (fields.length > 0) calls.push({ call: update as MutationName, payload: { ...pick(mine), base: pick(base) } });
  }
  const deletedHere = Boolean((held as Owned).deletedAt);
  if (deletedHere !== Boolean((theirs as Owned).deletedAt)) {
    // Edits of a deleted row are refused: restore first, delete last.
    const call = { call: `${entity}.${deletedHere ? 'delete' : 'restore'}` as MutationName, payload: {} };
    if (deletedHere) calls.push(call);
    else calls.unshift(call);
  }
  const known = calls.filter(({ call }) => findMutation(call));
  if (known.length > 0) await queueFirst(store, ports, entity, held, known);
}

const isOwn = (store: Store, entity: EntityName, row: AnyRow) => {
  const { id, ownerId, userId } = row as Owned;
  if (entity === 'profile') return id === store.userId;
  return entity === 'comments' ? userId === store.userId : ownerId === store.userId;
};

/** The calls that make the row as it was; none for what cannot be made again, or was deleted. */
function recreate(entity: EntityName, row: AnyRow): Call[] {
  const create = `${entity}.create`;
  const schema = findMutation(create)?.payload;
  if (!schema || (row as Owned).deletedAt || entity === 'friendships') return [];
  const parsed = z.safeParse(schema, row);
  if (!parsed.success) return [];
  const params: Record<string, string> = entity === 'comments' ? { videoId: (row as { videoId: string }).videoId } : {};
  const calls: Call[] = [{ call: create as MutationName, payload: parsed.data as Fields, params }];
  if (entity === 'videos' && (row as Video).shared) calls.push({ call: 'videos.share', payload: {} });
  if (entity === 'programs') {
    for (const { cueId, orderIndex } of (row as Program).cues) {
      calls.push({ call: 'programs.addCue', payload: { cueId, orderIndex } });
    }
  }
  return calls;
}

/** Before everything that is pending on the row, for that was made on top of it. */
async function queueFirst(store: Store, ports: Ports, entity: EntityName, row: AnyRow, calls: readonly Call[]): Promise<void> {
  const { id } = row;
  const waiting = await pendingOf(store, entity, id);
  if (waiting.some(({ offer }) => offer)) return;
  const shadow = await shadowOf(store, entity, id, '');
  let last: string[] = [];
  for (const { call, payload, params = {} } of calls) {
    const key = ports.newId();
    const withId = MUTATIONS[call].path.includes('{id}') ? { ...params, id } : params;
    await store.outbox.add({
      key,
      userId: store.userId,
      schemaVersion: SYNC_VERSION,
      call,
      params: withId,
      payload,
      entity,
      entityId: id,
      baseVersion: 0,
      dependsOn: last,
      state: 'queued',
      attempts: 0,
      serverFailures: 0,
      confirmedAtFailure: null,
      firstSentAt: null,
      nextAttemptAt: 0,
      lastError: null,
      createdAt: ports.now(),
      offer: true,
    });
    last = [key];
  }
  for (const record of waiting) {
    await store.outbox.delete(record.seq);
    await store.outbox.add(behind(record, last));
    // Refused only because the server had lost the row.
    if (record.state === 'refused' && record.lastError?.status === 404) await requeueAs(store, await mustGet(store, record.key), ports.newId());
  }
  await store.shadow.put(shadow);
}

async function mustGet(store: Store, key: string): Promise<OutboxRecord> {
  const record = await store.outbox.get({ key });
  if (!record) throw new Error(`No record ${key} in the outbox`);
  return record;
}

function behind({ seq: _seq, ...record }: OutboxRecord, keys: readonly string[]): NewOutboxRecord {
  return { ...record, dependsOn: [...new Set([...record.dependsOn, ...keys])] };
}
