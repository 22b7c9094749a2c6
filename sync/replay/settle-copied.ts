import type { AnyRow } from '../../api/contract/entities.ts';
import { isCreate, isUpdate } from '../outbox/calls.ts';
import { fold } from '../outbox/rebase.ts';
import { requeueAs } from '../outbox/requeue-as.ts';
import { callsOver } from '../outbox/requeue-lost-rows.ts';
import type { SendFailure } from '../store/failure.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

type Fields = Record<string, unknown>;

const REUSED = 'key_reused';

/**
 * Whether a change was refused because another device with a copy of this store has sent its own version of it, such as
 * a phone restored from the backup of a phone: under the same key, or for a new row with the same id (docs/decisions/0127).
 * Or because another device has imported the same row (docs/decisions/0188).
 */
export function isCopied({ call, entity, offer, imported }: OutboxRecord, { status, code }: SendFailure): boolean {
  if (offer) return false;
  if (imported && isCreate(call) && status === 409) return true;
  const isRow = isCreate(call) && isUpdate(`${entity}.update`);
  return code === REUSED ? isRow || isUpdate(call) : isRow && call === `${entity}.create` && status === 409;
}

/**
 * Sends a copied change again in a form that merges with the other one. Call it inside the transaction that applies the
 * answer. Like `settleAnswer`, it leaves it to the caller to fold the row.
 * @returns `later`: the device has to read the other one first; `refused`: no read brings a row with this id
 */
export async function settleCopied(
  store: Store,
  ports: Ports,
  record: OutboxRecord,
  { code }: SendFailure,
): Promise<'settled' | 'later' | 'refused'> {
  const { entity, entityId } = record;
  const shadow = await store.shadow.get([entity, entityId]);
  const theirs = shadow && !shadow.gone ? shadow.row : null;
  if (isUpdate(record.call)) {
    // It carries its base values, so the server merges it.
    await requeueAs(store, record, ports.newId());
  } else if (theirs && record.imported) {
    // What is there stays, with what another import of it has added.
    const pending = await store.outbox.where('[entity+entityId]').equals([entity, entityId]).toArray();
    await store.outbox.bulkDelete(pending.flatMap(({ seq, imported }) => (imported ? [seq] : [])));
  } else if (theirs && code === REUSED && record.untouched) {
    // The other device has sent this very row with its edits.
    await store.outbox.delete(record.seq);
  } else if (theirs) {
    await updateInstead(store, ports, record, theirs);
  } else if (record.lastError?.code !== code) {
    return 'later';
  } else if (code === REUSED) {
    // A row that no read brings was deleted for good, and its id is free.
    await requeueAs(store, record, ports.newId());
  } else {
    return 'refused';
  }
  return 'settled';
}

/** Turns a create into an update of the row that exists. Without a common ancestor, lines of both stay. */
async function updateInstead(store: Store, ports: Ports, create: OutboxRecord, theirs: AnyRow): Promise<void> {
  const { entity, entityId } = create;
  const mine = fold(null, [{ ...create, state: 'queued' }]);
  // An update of a deleted row is refused, and its author can restore it as new.
  const alive = 'deletedAt' in theirs ? { ...theirs, deletedAt: null } : theirs;
  const [update] = mine ? callsOver(entity, { held: mine, theirs: alive, changed: true, isBehind: false }) : [];
  const payload = update && onlyGiven(update.payload, create.payload);
  if (!update || !payload) return store.outbox.delete(create.seq);
  const { call } = update;
  await requeueAs(store, { ...create, call, params: { id: entityId }, baseVersion: theirs.version }, ports.newId(), payload);
}

/** The update's fields that the create gave: the others have defaults, which no one chose. Null if none is left. */
function onlyGiven({ base, ...fields }: Fields, given: Fields): Fields | null {
  const pick = (of: Fields) => Object.fromEntries(Object.entries(of).filter(([field]) => field in given));
  const mine = pick(fields);
  return Object.keys(mine).length === 0 ? null : { ...mine, base: pick(base as Fields) };
}
