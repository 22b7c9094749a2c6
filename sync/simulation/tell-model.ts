import type { Conflict } from '../../api/contract/entities/conflict.ts';
import type { EntityName } from '../../api/contract/entities.ts';
import type { MutationName } from '../../api/contract/mutations.ts';
import type { MutateOptions, Mutated } from '../outbox/mutate.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { applyIntent } from './model/apply-intent.ts';
import type { Fields, Intent } from './model/intent.ts';
import { KINDS } from './model/kinds.ts';
import { discarded, made, type ReferenceModel, rekeyed } from './model/reference-model.ts';
import { same } from './model/same-content.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Where a change happens: the device, and the model that hears of it. */
export interface Listening {
  device: SimulatedDevice;
  model: ReferenceModel;
}

const entityOf = (name: MutationName) => name.split('.')[0] as EntityName;

const recordsOf = ({ store }: SimulatedDevice, entity: EntityName, id: string): Promise<OutboxRecord[]> =>
  store.outbox.where('[entity+entityId]').equals([entity, id]).sortBy('seq');

/**
 * Makes a change and tells the model what its author saw and wrote.
 * @param act returns the row and the key that now carries the change; null if nothing changed
 */
export async function told<N extends MutationName>(
  { device, model }: Listening,
  name: N,
  { payload, params = {} }: MutateOptions<N>,
  act: () => Promise<Mutated>,
): Promise<Mutated> {
  const entity = entityOf(name);
  const shownId = name === 'profile.update' ? device.owner.userId : params['id'];
  const shown = shownId === undefined ? undefined : ((await device.store.view(entity).get(shownId)) as unknown as Fields | undefined);
  const before = shownId === undefined ? [] : await recordsOf(device, entity, shownId);
  const mutated = await act();
  if (mutated.key === null) return mutated;
  const left = before.length === 0 ? [] : await recordsOf(device, entity, mutated.id);
  // A correction replaces what was refused, and carries it.
  for (const { key } of before.toReversed()) {
    if (key !== mutated.key && !left.some((record) => record.key === key)) rekeyed(model, key, mutated.key);
  }
  made(model, mutated.key, intentOf(device, name, mutated.id, { given: { ...payload }, params, shown }));
  return mutated;
}

/** The change as its author meant it. @param shown the row that the author saw, if there was one */
function intentOf(
  { name: device, owner: { userId } }: SimulatedDevice,
  call: MutationName,
  id: string,
  { given, params, shown }: { given: Fields; params: Readonly<Record<string, string>>; shown: Fields | undefined },
): Intent {
  const entity = entityOf(call);
  const common = { device, userId, call, entity, id, params };
  if (call === 'conflicts.settle' && shown) {
    const { entity: of, entityId, field, kept, other } = shown;
    return { ...common, wrote: { entity: of, entityId, field, kept, other }, saw: {} };
  }
  const { id: _id, ...wrote } = given;
  if (!call.endsWith('.update') || !shown) return { ...common, wrote, saw: {} };
  const changed = Object.keys(wrote).filter((field) => !same(wrote[field], shown[field]));
  const pick = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { ...common, wrote: pick(wrote), saw: pick(shown) };
}

/** Discards a refused change, and tells the model what stood on it. */
export async function toldDiscard(
  { device, model }: Listening,
  { key, seq, call, entity, entityId }: OutboxRecord,
  act: () => Promise<void>,
) {
  const ofRow = await recordsOf(device, entity, entityId);
  await act();
  if (call.endsWith('.create') || call === 'cues.import') {
    for (const record of ofRow) discarded(model, record.key, []);
  } else {
    const later = ofRow.filter((record) => record.seq > seq && record.firstSentAt === null);
    discarded(
      model,
      key,
      later.map((record) => record.key),
    );
  }
}

/** What a person or an operator does on the server itself, without a device. */
export function toldDirectly({ state }: ReferenceModel, call: MutationName, userId: string, id: string, wrote: Fields = {}): void {
  applyIntent(state, { device: 'none', userId, call, entity: entityOf(call), id, params: {}, wrote, saw: {} });
}

/** Reads the partnerships that a step has made or ended on the server itself. */
export async function readFriendships({ state }: ReferenceModel, { client }: SimulatedWorld): Promise<void> {
  const { rows } = await client.query<{ id: string; userId: string; friendId: string; status: string }>(
    'select id, user_id as "userId", friend_id as "friendId", status from friendships',
  );
  state.friendships = new Map(rows.map((row) => [row.id, row]));
}

/** Takes the other value of a conflict, or settles it; tells the model of both changes. */
export async function toldConflict(listening: Listening, conflict: Conflict, takes: boolean, act: () => Promise<void>): Promise<void> {
  const { device, model } = listening;
  const { entity, entityId, field, other } = conflict as Conflict & { entity: EntityName };
  const shown = (await device.store.view(entity).get(entityId)) as unknown as Fields | undefined;
  const before = await recordsOf(device, entity, entityId);
  await act();
  if (takes && !same(shown?.[field], other)) {
    const after = await recordsOf(device, entity, entityId);
    const carrier = after.find(({ key }) => !before.some((record) => record.key === key)) ?? after.at(-1);
    const left = new Set(after.map(({ key }) => key));
    const update = `${entity}.update` as MutationName;
    if (carrier) {
      for (const { key } of before.toReversed()) if (!left.has(key)) rekeyed(model, key, carrier.key);
      made(model, carrier.key, intentOf(device, update, entityId, { given: { [field]: other }, params: {}, shown }));
    }
  }
  const [settled] = await recordsOf(device, 'conflicts', conflict.id);
  const intent = intentOf(device, 'conflicts.settle', conflict.id, { given: {}, params: {}, shown: conflict as unknown as Fields });
  if (settled) made(model, settled.key, intent);
}

/** The refused edits of a deleted row become a new row. */
export async function toldRestoreAsNew({ device, model }: Listening, record: OutboxRecord, act: () => Promise<Mutated | null>) {
  const { entity, entityId } = record;
  const shown = (await device.store.view(entity).get(entityId)) as unknown as Fields | undefined;
  const before = await recordsOf(device, entity, entityId);
  const restored = await act();
  if (!restored) return null;
  const left = new Set((await recordsOf(device, entity, entityId)).map(({ key }) => key));
  for (const { key } of before) if (!left.has(key)) discarded(model, key, []);
  const given = Object.fromEntries(Object.keys(KINDS[entity] ?? {}).map((field) => [field, shown?.[field] ?? null]));
  const [create, ...cues] = await recordsOf(device, entity, restored.id);
  if (create) made(model, create.key, intentOf(device, create.call, restored.id, { given, params: {}, shown: undefined }));
  for (const { key, call, params, payload } of cues)
    made(model, key, intentOf(device, call, restored.id, { given: payload, params, shown: undefined }));
  return restored;
}

/** The app ended while it logged a session: whether that was in time shows at the restart. */
export async function toldAfterCrash({ device, model }: Listening, title: string): Promise<void> {
  const records = await device.store.outbox.filter(({ call, payload }) => call === 'videos.create' && payload['title'] === title).toArray();
  for (const { key, entityId, payload } of records) {
    if (!model.intents.has(key))
      made(model, key, intentOf(device, 'videos.create', entityId, { given: { title: payload['title'] }, params: {}, shown: undefined }));
  }
}

/** The session has a file on this device, which the server lacks. */
export function filmMade({ device, model }: Listening, sessionId: string): void {
  model.files.set(device.name, (model.files.get(device.name) ?? new Set()).add(sessionId));
}
