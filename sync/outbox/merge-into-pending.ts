import * as z from 'zod/mini';
import { united } from '../../api/contract/merge.ts';
import { sameValue } from '../../api/contract/same-value.ts';
import { findMutation, isCreate, isUpdate } from './calls.ts';
import { replaceDependency } from './dependencies.ts';
import type { NewOutboxRecord, OutboxRecord } from '../store/outbox-record.ts';
import { pendingOf } from './rebase.ts';
import { requeueAs } from './requeue-as.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

type Payload = Record<string, unknown>;

/** Whether the server has certainly not applied the record: it was never sent, or it was refused. */
export const isFree = (record: OutboxRecord) => record.state === 'refused' || (record.state === 'queued' && record.firstSentAt === null);

/**
 * Folds an update into a pending record of the same row that the server certainly has not applied. Editing a refused
 * change replaces it with a new one, which is how people correct it.
 * @returns the key of the record that now carries the update; null when the caller must queue it separately
 */
export async function mergeIntoPending(store: Store, update: NewOutboxRecord): Promise<string | null> {
  if (!isUpdate(update.call)) return null;
  const pending = await pendingOf(store, update.entity, update.entityId);

  // No change that follows a refused create was sent, so one create can send the corrected row.
  const [first, ...rest] = pending;
  if (first?.state === 'refused' && isCreate(first.call)) {
    const later = rest.filter((record) => isUpdate(record.call) && isFree(record));
    const payload = mergedCreate(first, [...later.map((record) => record.payload), update.payload]);
    if (payload) {
      for (const record of later) await store.outbox.delete(record.seq);
      for (const record of later) await replaceDependency(store, record.key, update.key);
      const ofRow = pending.map(({ key }) => key);
      const dependsOn = [...new Set([...first.dependsOn, ...update.dependsOn])].filter((key) => !ofRow.includes(key));
      await requeueAs(store, { ...touched(first), dependsOn }, update.key, payload);
      // It keeps its place in the outbox, so nothing else tells the engine.
      await writeSetting(store, 'wake', update.key);
      return update.key;
    }
  }

  // The update replaces refused updates of the same fields.
  const corrected = pending.filter(
    (record) => record.state === 'refused' && record.call === update.call && sharesField(record.payload, update.payload),
  );
  const base = await basesInTheirText(store, update, corrected);
  for (const record of corrected) {
    update.payload = mergedUpdate(record, update.payload);
    update.dependsOn = update.dependsOn.filter((key) => key !== record.key);
    await store.outbox.delete(record.seq);
  }
  if (corrected.length > 0) {
    update.payload['base'] = { ...(update.payload['base'] as Payload), ...base };
    return null;
  }

  const last = pending.at(-1);
  // An offer or an import may turn out to be unnecessary and be dropped; never fold the person's edit into it.
  if (!last || last.state !== 'queued' || last.offer || last.imported || !isFree(last)) return null;
  // What the update depends on must come before the record that it is folded into.
  const named = await store.outbox.where('key').anyOf(update.dependsOn).toArray();
  if (named.some((record) => record.seq > last.seq)) return null;
  const payload =
    last.call === update.call && stoodOn(last, update.payload)
      ? mergedUpdate(last, update.payload)
      : isCreate(last.call)
        ? mergedCreate(last, [update.payload])
        : null;
  if (!payload) return null;
  const dependsOn = [...new Set([...last.dependsOn, ...update.dependsOn])].filter((key) => key !== last.key);
  await store.outbox.put({ ...touched(last), payload, dependsOn });
  return last.key;
}

const touched = ({ untouched: _untouched, ...record }: OutboxRecord): OutboxRecord => record;

const fieldsOf = (payload: Payload) => Object.keys(payload).filter((field) => field !== 'base');
const sharesField = (a: Payload, b: Payload) => fieldsOf(a).some((field) => fieldsOf(b).includes(field));

/** Whether the author edited the earlier value as it was sent, not the result of merging it with others' changes. */
const stoodOn = ({ call, payload: earlier }: OutboxRecord, later: Payload) => {
  const seen = later['base'] as Payload | undefined;
  return fieldsOf(later).every(
    (field) => growsIn(call, field) || !Object.hasOwn(earlier, field) || sameValue(seen?.[field], earlier[field]),
  );
};

const growsIn = (call: string, field: string) => findMutation(call)?.merge?.[field] === 'grows';

/** Lists that only grow, with the elements of both payloads. @param update the call that names how its fields settle */
const grown = (update: string, earlier: Payload, later: Payload): Payload =>
  Object.fromEntries(
    fieldsOf(later)
      .filter((field) => growsIn(update, field) && Object.hasOwn(earlier, field))
      .map((field) => [field, united(earlier[field] as string[], later[field] as string[])]),
  );

/**
 * Bases for corrections of refused texts that had been merged with others' changes. Such a correction already contains
 * those changes, so it needs the confirmed text as its base; otherwise they would appear twice.
 */
async function basesInTheirText(
  store: Store,
  { entity, entityId, payload }: NewOutboxRecord,
  corrected: readonly OutboxRecord[],
): Promise<Payload> {
  const confirmed = (await store.shadow.get([entity, entityId]))?.row as Payload | null | undefined;
  const seen = payload['base'] as Payload | undefined;
  const merged = fieldsOf(payload).filter((field) => {
    const refused = corrected.findLast((record) => Object.hasOwn(record.payload, field));
    return refused && !sameValue(seen?.[field], refused.payload[field]);
  });
  return confirmed ? Object.fromEntries(merged.map((field) => [field, confirmed[field]])) : {};
}

/** The later value of each field, with the earliest base. */
const mergedUpdate = ({ call, payload: earlier }: OutboxRecord, later: Payload): Payload => ({
  ...earlier,
  ...later,
  ...grown(call, earlier, later),
  base: { ...(later['base'] as Payload | undefined), ...(earlier['base'] as Payload | undefined) },
});

/** Null when the create call does not accept all of the fields. */
function mergedCreate(create: OutboxRecord, patches: Payload[]): Payload | null {
  const schema = findMutation(create.call)?.payload;
  const update = create.call.replace(/\.create$/, '.update');
  const { base: _base, ...wanted } = patches.reduce<Payload>(
    (payload, patch) => ({ ...payload, ...patch, ...grown(update, payload, patch) }),
    create.payload,
  );
  const parsed = schema && z.safeParse(schema, wanted);
  if (!parsed?.success) return null;
  const payload = parsed.data as Payload;
  return fieldsOf(wanted).every((field) => Object.hasOwn(payload, field)) ? payload : null;
}
