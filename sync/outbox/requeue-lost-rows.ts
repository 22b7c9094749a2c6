import * as z from 'zod/mini';
import type { AnyRow, EntityName } from '../../api/contract/entities.ts';
import type { Comment } from '../../api/contract/entities/comment.ts';
import type { Profile } from '../../api/contract/entities/user.ts';
import type { Report } from '../../api/contract/entities/report.ts';
import type { Program } from '../../api/contract/entities/program.ts';
import type { Video } from '../../api/contract/entities/video.ts';
import { notIn, sharedValue } from '../../api/contract/merge.ts';
import { sameValue } from '../../api/contract/same-value.ts';
import { MUTATIONS, type MutationName } from '../../api/contract/mutations.ts';
import { SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { findMutation, isCreate } from './calls.ts';
import type { SendFailure } from '../store/failure.ts';
import { isMadeAgain } from '../store/row-version.ts';
import { requeueAs } from './requeue-as.ts';
import { type NewOutboxRecord, type OutboxRecord, UNSENT } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import { fold, pendingOf, refold, shadowOf } from './rebase.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store, WholeReading } from '../store/store.ts';

type Call = Pick<NewOutboxRecord, 'call' | 'payload'> & { params?: Record<string, string> };
type Fields = Record<string, unknown>;

interface Owned {
  id: string;
  ownerId?: string;
  userId?: string;
  createdAt?: string;
  updatedAt?: string;
  deletedAt?: string | null;
}

/**
 * Offers a row that the server no longer has again, under its id. A server restored from an older backup has lost
 * recent confirmed rows; devices that still hold them offer their person's own (R121).
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

/** Whether this device would offer a row that it read before the server was restored, if the server does not name it. */
export function mayBeOffered(store: Store, entity: EntityName, row: AnyRow, sharedUntil: string | undefined): boolean {
  const { createdAt, updatedAt = createdAt } = row as Owned;
  const isShared = updatedAt !== undefined && sharedUntil !== undefined && updatedAt < sharedUntil;
  return !isShared && isOwn(store, entity, row) && recreate(entity, row).length > 0;
}

/**
 * Whether the held version of a row may have been confirmed after the backup was made. If that time is unknown, any may
 * have been. For rows without a change date, a higher version decides.
 */
export function isLost(held: AnyRow, theirs: AnyRow, { restored, sharedUntil }: WholeReading): boolean {
  const { updatedAt } = held as Owned;
  if (!restored || !updatedAt) return held.version > theirs.version;
  return sharedUntil === undefined || updatedAt >= sharedUntil;
}

/** Whether the server's copy changed after the backup was made, so that it is not an ancestor of the held row. */
function isChanged(held: AnyRow, theirs: AnyRow, sharedUntil: string | undefined): boolean {
  const changedAt = (theirs as Owned).updatedAt;
  const since = sharedUntil ?? (held as Owned).updatedAt;
  return changedAt !== undefined && since !== undefined && changedAt >= since;
}

/**
 * Offers what a held row has and the server's copy lacks. If another device has changed that copy since, the shared
 * part is the base: lines and elements of both stay, and of scalars the held one wins and the other becomes a conflict.
 * If the held row is merely older, as far as we know, offers only lines.
 * @returns whether there was anything to offer
 */
export async function offerNewer(
  store: Store,
  ports: Ports,
  entity: EntityName,
  { held, theirs, sharedUntil }: { held: AnyRow; theirs: AnyRow; sharedUntil: string | undefined },
): Promise<boolean> {
  if (!isOwn(store, entity, held)) return false;
  const isBehind = sharedUntil === undefined && held.version < theirs.version && !isMadeAgain(theirs, held);
  const calls = callsOver(entity, { held, theirs, changed: isChanged(held, theirs, sharedUntil), isBehind });
  const isOffered = (await pendingOf(store, entity, held.id)).some(({ offer }) => offer);
  if (calls.length === 0 || isOffered) return false;
  await queueFirst(store, ports, entity, held, calls);
  return true;
}

/**
 * Turns an offer to recreate a row into an update, because another device recreated the row first, perhaps from an
 * older copy: offers what the record has and the server's copy lacks.
 */
export async function offerOver(store: Store, ports: Ports, create: OutboxRecord, theirs: AnyRow): Promise<void> {
  const { entity } = create;
  const held = fold(null, [{ ...create, state: 'queued' }]);
  await store.outbox.delete(create.seq);
  const calls = held ? callsOver(entity, { held, theirs, changed: true, isBehind: false }) : [];
  if (held && calls.length > 0) await queueFirst(store, ports, entity, held, calls);
}

/** An offer to recreate a row that was certainly not applied. */
export const isUnappliedOffer = ({ offer, call, firstSentAt, lastError }: OutboxRecord): boolean =>
  offer === true && isCreate(call) && (firstSentAt === null || lastError?.status === 409);

interface Copies {
  held: AnyRow;
  theirs: AnyRow;
  changed: boolean;
  isBehind: boolean;
}

/** The calls that bring the server's copy of a row to the held one. */
export function callsOver(entity: EntityName, { held, theirs, changed, isBehind }: Copies): Call[] {
  const calls: Call[] = [];
  const update = `${entity}.update`;
  const kinds = findMutation(update)?.merge;
  if (kinds) {
    const mine = held as unknown as Fields;
    const served = theirs as unknown as Fields;
    const seen = (field: string) => (changed ? sharedValue(kinds[field], mine[field], served[field]) : served[field]);
    const offered = Object.keys(kinds).filter((field) => !isBehind || kinds[field] !== 'scalar');
    const lacks = (field: string) =>
      kinds[field] === 'grows'
        ? notIn(served[field], mine[field]).length > 0
        : !sameValue(mine[field], served[field]) && !sameValue(mine[field], seen(field));
    const fields = offered.filter(lacks);
    const pick = (value: (field: string) => unknown) => Object.fromEntries(fields.map((field) => [field, value(field)]));
    if (fields.length > 0) calls.push({ call: update as MutationName, payload: { ...pick((field) => mine[field]), base: pick(seen) } });
  }
  if (entity === 'profile') calls.push(...ageOver(held as Profile, theirs as Profile));
  const deletedHere = Boolean((held as Owned).deletedAt);
  const deletedThere = Boolean((theirs as Owned).deletedAt);
  // A row deleted since the backup stays deleted, as on the server.
  if (deletedThere && changed) return [];
  if (!isBehind && deletedHere !== deletedThere) {
    // The server refuses edits of a deleted row: restore first, delete last.
    const call = { call: `${entity}.${deletedHere ? 'delete' : 'restore'}` as MutationName, payload: {} };
    if (deletedHere) calls.push(call);
    else calls.unshift(call);
  }
  const params = paramsOf(entity, held);
  return calls.filter(({ call }) => findMutation(call)).map((call) => ({ ...call, params }));
}

/** A report of the person that no one has decided yet. */
const isOpenReport = ({ role, subject, outcome }: Report) => role === 'reporter' && subject !== 'complaint' && outcome === null;

/** The answer about one's age, if the server's copy is from before it. */
const ageOver = ({ isAdult }: Profile, theirs: Profile): Call[] =>
  typeof isAdult === 'boolean' && theirs.isAdult === null ? [{ call: 'profile.sayAge', payload: { isAdult } }] : [];

/** Path parameters of the entity's calls, other than the id. */
const paramsOf = (entity: EntityName, row: AnyRow): Record<string, string> =>
  entity === 'comments' ? { videoId: (row as Comment).videoId } : {};

const isOwn = (store: Store, entity: EntityName, row: AnyRow) => {
  const { id, ownerId, userId } = row as Owned;
  if (entity === 'profile') return id === store.userId;
  if (entity === 'reports') return isOpenReport(row as Report);
  return entity === 'comments' || entity === 'blocks' ? userId === store.userId : ownerId === store.userId;
};

/**
 * The calls that recreate the row; none if it was deleted or its kind cannot be recreated. A row that no longer fits the
 * contract, such as a text above a lowered limit, is offered as it is: the server's refusal tells its author what to
 * shorten.
 */
function recreate(entity: EntityName, row: AnyRow): Call[] {
  const create = `${entity}.create`;
  const schema = findMutation(create)?.payload;
  if (!schema || (row as Owned).deletedAt || entity === 'friendships') return [];
  const payload = payloadOf(schema, row);
  const calls: Call[] = [{ call: create as MutationName, payload, params: paramsOf(entity, row) }];
  const later = fieldsSetLater(entity, schema, row);
  if (Object.keys(later).length > 0) {
    const base = Object.fromEntries(Object.keys(later).map((field) => [field, null]));
    calls.push({ call: `${entity}.update` as MutationName, payload: { ...later, base } });
  }
  if (entity === 'videos' && (row as Video).shared) calls.push({ call: 'videos.share', payload: {} });
  if (entity === 'programs') {
    for (const [orderIndex, { cueId }] of (row as Program).cues.entries()) {
      calls.push({ call: 'programs.addCue', payload: { cueId, orderIndex } });
    }
  }
  return calls;
}

/** The row's values that only an update may set, such as the moment at which a dog retired. */
function fieldsSetLater(entity: EntityName, create: z.ZodMiniType, row: object): Fields {
  const ofCreate = fieldsOf(create);
  const ofUpdate = Object.keys(findMutation(`${entity}.update`)?.merge ?? {});
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => value !== null && ofUpdate.includes(field) && !ofCreate.includes(field)),
  );
}

const fieldsOf = (schema: z.ZodMiniType): string[] => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []);

/** What a row gives to a call: as the contract parses it, or the call's fields unchecked if a value no longer fits. */
export function payloadOf(schema: z.ZodMiniType, row: object): Fields {
  const parsed = z.safeParse(schema, row);
  if (parsed.success) return parsed.data as Fields;
  const known = fieldsOf(schema);
  return Object.fromEntries(Object.entries(row).filter(([field]) => known.includes(field)));
}

const PARTNER_LOST: SendFailure = { status: 0, code: 'partner_lost' };

/**
 * Keeps the person's own comments on sessions of a partner whom the restored server no longer knows. They cannot be
 * offered now, so they wait in the tray with their text.
 */
export async function keepComments(store: Store, ports: Ports, feed: string, sharedUntil: string | undefined): Promise<void> {
  const isLostOne = ({ userId, createdAt, deletedAt }: Comment) =>
    userId === store.userId && deletedAt === null && (sharedUntil === undefined || createdAt >= sharedUntil);
  for (const stored of await store.view('comments').where('feed').equals(feed).filter(isLostOne).toArray()) {
    if ((await pendingOf(store, 'comments', stored.id)).length > 0) continue;
    for (const call of recreate('comments', plainRow(stored))) {
      await store.outbox.add({ ...offerOf(store, ports, 'comments', stored.id, call), state: 'refused', lastError: PARTNER_LOST });
    }
  }
}

/** Queues the calls before everything pending on the row, which was made on top of them. */
async function queueFirst(store: Store, ports: Ports, entity: EntityName, row: AnyRow, calls: readonly Call[]): Promise<void> {
  const { id } = row;
  const waiting = await pendingOf(store, entity, id);
  const shadow = await shadowOf(store, entity, id, '');
  let last: string[] = [];
  for (const call of calls) {
    const record = { ...offerOf(store, ports, entity, id, call), dependsOn: last };
    await store.outbox.add(record);
    last = [record.key];
  }
  for (const record of waiting) {
    await store.outbox.delete(record.seq);
    await store.outbox.add(behind(record, last));
    // Refused only because the server had lost the row.
    if (record.state === 'refused' && record.lastError?.status === 404)
      await requeueAs(store, await mustGet(store, record.key), ports.newId());
  }
  await store.shadow.put(shadow);
}

function offerOf(store: Store, ports: Ports, entity: EntityName, id: string, { call, payload, params = {} }: Call): NewOutboxRecord {
  return {
    key: ports.newId(),
    userId: store.userId,
    schemaVersion: SYNC_VERSION,
    call,
    params: MUTATIONS[call].path.includes('{id}') ? { ...params, id } : params,
    payload,
    entity,
    entityId: id,
    baseVersion: 0,
    dependsOn: [],
    ...UNSENT,
    createdAt: ports.now(),
    offer: true,
  };
}

async function mustGet(store: Store, key: string): Promise<OutboxRecord> {
  const record = await store.outbox.get({ key });
  if (!record) throw new Error(`No record ${key} in the outbox`);
  return record;
}

function behind({ seq: _seq, ...record }: OutboxRecord, keys: readonly string[]): NewOutboxRecord {
  return { ...record, dependsOn: [...new Set([...record.dependsOn, ...keys])] };
}
