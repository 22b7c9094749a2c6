import * as z from 'zod/mini';
import { sameValue } from '../api/contract/same-value.ts';
import { findMutation, isCreate, isUpdate } from './calls.ts';
import { replaceDependency } from './dependencies.ts';
import { type NewOutboxRecord, type OutboxRecord, UNSENT } from './outbox-record.ts';
import { pendingOf } from './rebase.ts';
import type { Store } from './store.ts';

type Payload = Record<string, unknown>;

/** Not applied for certain: the server never saw it, or answered no. */
const isFree = (record: OutboxRecord) =>
  record.state === 'refused' || (record.state === 'queued' && record.firstSentAt === null);

/**
 * Folds an update into a pending record of the same row where nobody else can have seen that record. An edit of a
 * refused change takes its place and is sent as a new one: that is how a person corrects it.
 * @returns the key of the record that now carries the update; null when it must be queued by itself
 */
export async function mergeIntoPending(store: Store, update: NewOutboxRecord): Promise<string | null> {
  if (!isUpdate(update.call)) return null;
  const pending = await pendingOf(store, update.entity, update.entityId);

  // A refused create: nothing after it was sent, so that the corrected row can go as one.
  const [first, ...rest] = pending;
  if (first?.state === 'refused' && isCreate(first.call)) {
    const later = rest.filter((record) => isUpdate(record.call) && isFree(record));
    const payload = mergedCreate(first, [...later.map((record) => record.payload), update.payload]);
    if (payload) {
      for (const record of later) await store.outbox.delete(record.seq);
      for (const record of later) await replaceDependency(store, record.key, update.key);
      const ofRow = pending.map(({ key }) => key);
      const dependsOn = [...new Set([...first.dependsOn, ...update.dependsOn])].filter((key) => !ofRow.includes(key));
      await requeueAs(store, { ...first, dependsOn }, update.key, payload);
      return update.key;
    }
  }

  // Refused updates of the same fields: the new one says it all.
  const corrected = pending.filter(
    (record) => record.state === 'refused' && record.call === update.call && sharesField(record.payload, update.payload),
  );
  const base = await basesInTheirText(store, update, corrected);
  for (const record of corrected) {
    update.payload = mergedUpdate(record.payload, update.payload);
    update.dependsOn = update.dependsOn.filter((key) => key !== record.key);
    await store.outbox.delete(record.seq);
  }
  if (corrected.length > 0) {
    update.payload['base'] = { ...(update.payload['base'] as Payload), ...base };
    return null;
  }

  const last = pending.at(-1);
  // An offer may be found not needed, and what its person typed with it.
  if (!last || last.state !== 'queued' || last.offer || !isFree(last)) return null;
  // What the update depends on must come before the record that it is folded into.
  const named = await store.outbox.where('key').anyOf(update.dependsOn).toArray();
  if (named.some((record) => record.seq > last.seq)) return null;
  const payload =
    last.call === update.call && stoodOn(last.payload, update.payload)
      ? mergedUpdate(last.payload, update.payload)
      : isCreate(last.call)
        ? mergedCreate(last, [update.payload])
        : null;
  if (!payload) return null;
  const dependsOn = [...new Set([...last.dependsOn, ...update.dependsOn])].filter((key) => key !== last.key);
  await store.outbox.update(last.seq, { payload, dependsOn });
  return last.key;
}

/** A refused record becomes a new one, ready to be sent, and keeps its place. */
export async function requeueAs(store: Store, record: OutboxRecord, key: string, payload = record.payload): Promise<void> {
  const { offer, unanswered: _unanswered, ...kept } = record;
  await store.outbox.put({
    ...kept,
    // Corrected by its author, it is no mere offer any more.
    ...(offer && payload === record.payload && { offer }),
    key,
    payload,
    ...UNSENT,
  });
  await replaceDependency(store, record.key, key);
}

const fieldsOf = (payload: Payload) => Object.keys(payload).filter((field) => field !== 'base');
const sharesField = (a: Payload, b: Payload) => fieldsOf(a).some((field) => fieldsOf(b).includes(field));

/** Whether the later value was typed on the earlier one as that was sent, not on what it became by a merge with others'. */
const stoodOn = (earlier: Payload, later: Payload) => {
  const seen = later['base'] as Payload | undefined;
  return fieldsOf(later).every((field) => !Object.hasOwn(earlier, field) || sameValue(seen?.[field], earlier[field]));
};

/**
 * Where a correction was typed on what a refused text became by a merge with others', it holds theirs already: it stands
 * against the confirmed text, or theirs would come twice.
 */
async function basesInTheirText(store: Store, { entity, entityId, payload }: NewOutboxRecord, corrected: readonly OutboxRecord[]): Promise<Payload> {
  const confirmed = (await store.shadow.get([entity, entityId]))?.row as Payload | null | undefined;
  const seen = payload['base'] as Payload | undefined;
  const merged = fieldsOf(payload).filter((field) => {
    const refused = corrected.findLast((record) => Object.hasOwn(record.payload, field));
    return refused && !sameValue(seen?.[field], refused.payload[field]);
  });
  return confirmed ? Object.fromEntries(merged.map((field) => [field, confirmed[field]])) : {};
}

/** The later value of each field against the earliest value that was seen of it. */
const mergedUpdate = (earlier: Payload, later: Payload): Payload => ({
  ...earlier,
  ...later,
  base: { ...(later['base'] as Payload | undefined), ...(earlier['base'] as Payload | undefined) },
});

/** Null when a create does not take all of the fields. */
function mergedCreate(create: OutboxRecord, patches: Payload[]): Payload | null {
  const schema = findMutation(create.call)?.payload;
  const { base: _base, ...wanted } = Object.assign({}, create.payload, ...patches) as Payload;
  const parsed = schema && z.safeParse(schema, wanted);
  if (!parsed?.success) return null;
  const payload = parsed.data as Payload;
  return fieldsOf(wanted).every((field) => Object.hasOwn(payload, field)) ? payload : null;
}
