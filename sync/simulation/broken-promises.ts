import { isOnlyNoted } from '../../api/contract/planned.ts';
import { KEY_KEPT_DAYS } from '../../api/contract/limits.ts';
import { ENTITY_NAMES } from '../../api/contract/entities.ts';
import { deviceOf, type PullingDevice } from '../../api/testing/pulling-device.ts';
import { isCreate, isRemoval } from '../outbox/calls.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import { confirmedVersions, type Look } from './look.ts';
import type { Promised } from './promised.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const DAY_MS = 86_400_000;
const OWNED: readonly string[] = ['videos', 'dogs', 'cues', 'programs', 'plans', 'trials'];

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/**
 * Promise 1, at each step: a sync removes a record from the outbox only if the server stored its key. A refused record that is
 * sent again with its uploaded file has another key in the same place; one that was locked returns to another place.
 */
export async function vanished(
  world: SimulatedWorld,
  device: SimulatedDevice,
  before: Look,
  now: Look,
  promised: Promised,
): Promise<string[]> {
  const left = new Set<string | number>(now.outbox.flatMap(({ key, seq }) => [key, seq]));
  const gone = before.outbox.filter(({ key, seq }) => !left.has(key) && !left.has(seq));
  if (gone.length === 0) return [];
  const { rows } = await world.client.query<{ key: string }>(
    'select key from idempotency_keys where user_id = $1 and status < 300 and key = any($2)',
    [device.owner.userId, gone.map(({ key }) => key)],
  );
  const applied = new Set(rows.map(({ key }) => key));
  const isExcused = ({ key, call, payload, offer, firstSentAt }: OutboxRecord) =>
    applied.has(key) ||
    // Of a plan that was purged.
    (call === 'plans.update' && isOnlyNoted(payload) && promised.aged) ||
    // The row to remove did not exist, the offered row already existed, or the key was too old to be known.
    isRemoval(call) ||
    offer === true ||
    (firstSentAt !== null && Math.abs(device.clock.now - firstSentAt) > KEY_KEPT_DAYS * DAY_MS) ||
    promised.restored;
  return gone
    .filter((record) => !isExcused(record))
    .map(({ call, entityId }) => `${device.name}: ${call} of ${entityId} left the outbox and was never applied`);
}

/** Promise 1, at each step: the server refuses nothing because of an engine mistake, for example a wrong order. */
export function wronglyRefused({ name, owner }: SimulatedDevice, { outbox }: Look, promised: Promised): string[] {
  // A row that the change references may be gone for good.
  if (promised.restored || promised.aged) return [];
  const refused = outbox.filter(({ state }) => state === 'refused');
  const isWrong = ({ entity, call, payload, lastError }: OutboxRecord) => {
    if (promised.strangers.has(String(payload['dogId']))) return false;
    const status = lastError?.status ?? 0;
    if (status === 422 || status === 424) return true;
    if (!OWNED.includes(entity) || call === 'cues.import') return false;
    return status === 400 || status === 403 || status === 404 || (status === 409 && isCreate(call));
  };
  return refused
    .filter(isWrong)
    .map(
      ({ call, entityId, lastError }) =>
        `${name} of ${owner.email}: ${call} of ${entityId} was refused wrongly: ${JSON.stringify(lastError)}`,
    );
}

/** Promise 2: no device offers rows to a server that lost nothing. */
export const needlessOffers = (name: string, { outbox }: Look, { restored }: Promised): string[] =>
  restored
    ? []
    : outbox
        .filter(({ offer }) => offer)
        .map(({ call, entityId }) => `${name}: ${call} of ${entityId} was offered to a server that lost nothing`);

/** Promise 2, at each step: a confirmed row is never overwritten by an older version. */
export function turnedBack(name: string, before: Look, after: Look): string[] {
  if (before === after) return [];
  const earlier = confirmedVersions(before);
  const broken = [...confirmedVersions(after)].filter(([row, version]) => version < (earlier.get(row) ?? 0));
  return broken.map(([row, version]) => `${name}: ${row} went back to version ${version}`);
}

/** What the server would answer each person now. */
export async function readTruth(world: SimulatedWorld): Promise<Map<string, PullingDevice>> {
  const truth = new Map<string, PullingDevice>();
  for (const person of [world.anna, world.ben]) {
    const reader = deviceOf(person);
    await reader.pullAll();
    truth.set(person.userId, reader);
  }
  return truth;
}

/** Promise 3, at rest: the device holds exactly what its person may see, and nothing is left to send. */
export async function differences(device: SimulatedDevice, truth: ReadonlyMap<string, PullingDevice>): Promise<string[]> {
  const broken: string[] = [];
  for (const entity of ENTITY_NAMES) {
    const held = (await device.store.view(entity).toArray()).map((row) => plainRow(row as StoredRow)).sort(byId);
    const right = (truth.get(device.owner.userId)?.rows<{ id: string }>(entity) ?? []).toSorted(byId);
    const [a, b] = [sorted(held), sorted(right)];
    if (a !== b) broken.push(`${device.name} differs from the server in ${entity}:\n  holds  ${a}\n  should ${b}`);
  }
  for (const table of ['outbox', 'shadow', 'suspects'] as const) {
    const left = await device.store[table].toArray();
    if (left.length > 0) broken.push(`${device.name} has left in ${table}: ${sorted(left)}`);
  }
  return broken;
}

/** Promise 1, at rest: every accepted change exists once in its author's own feed, unless its author gave it up. */
export function lost(truth: ReadonlyMap<string, PullingDevice>, promised: Promised): string[] {
  const { rows, lines, struck, deleted, discarded, restored, aged, cleared } = promised;
  if (restored && cleared) return [];
  const broken: string[] = [];
  const isGivenUp = (id: string) => discarded.has(id) || ((restored || aged) && deleted.has(id));
  for (const [id, { entity, ownerId }] of rows) {
    const held =
      truth
        .get(ownerId)
        ?.rows<{ id: string; ownerId: string }>(entity)
        .filter((row) => row.id === id && row.ownerId === ownerId) ?? [];
    if (held.length !== 1 && !isGivenUp(id)) broken.push(`an accepted row exists ${held.length} times: ${entity} ${id}`);
  }
  const sessions = [...truth.values()].flatMap((reader) => reader.rows<{ id: string; description: string }>('videos'));
  for (const { sessionId, line } of lines) {
    const session = sessions.find(({ id }) => id === sessionId);
    if (!session || deleted.has(sessionId) || discarded.has(sessionId)) continue;
    const times = session.description.split('\n').filter((one) => one === line).length;
    if (times !== 1) broken.push(`an accepted note appears ${times} times: ${line} in ${JSON.stringify(session.description)}`);
  }
  broken.push(...lostComments(truth, promised));
  for (const { sessionId, line } of restored ? [] : struck) {
    const session = sessions.find(({ id }) => id === sessionId);
    if (session?.description.split('\n').includes(line))
      broken.push(`a change was applied again after it was undone: ${line} in ${JSON.stringify(session.description)}`);
  }
  return broken;
}

function lostComments(truth: ReadonlyMap<string, PullingDevice>, { comments, deleted, discarded, restored, parted }: Promised): string[] {
  const broken: string[] = [];
  for (const [id, { videoId, sessionOwnerId, authorId, content }] of comments) {
    if ([id, videoId].some((one) => discarded.has(one) || deleted.has(one))) continue;
    // Only the author's device held the comment, and the author may no longer have access to it.
    if (restored && parted && authorId !== sessionOwnerId) continue;
    const times = truth
      .get(sessionOwnerId)
      ?.rows<{ id: string; content: string }>('comments')
      .filter((row) => row.id === id && row.content === content).length;
    if (times !== 1) broken.push(`an accepted comment appears ${times} times: ${content} on ${videoId}`);
  }
  return broken;
}

/**
 * Promise 1 for files, at rest: every file of a session is served to its author byte for byte, and no upload is
 * pending.
 */
export async function lostFilms(
  world: SimulatedWorld,
  devices: readonly SimulatedDevice[],
  truth: ReadonlyMap<string, PullingDevice>,
  promised: Promised,
): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, store } of devices) {
    for (const { entityId, state, lastError } of await store.media.where('state').notEqual('uploaded').toArray()) {
      const isGivenUp = entityId === null || promised.discarded.has(entityId) || promised.deleted.has(entityId) || promised.restored;
      if (!isGivenUp) broken.push(`${name}: the file of ${entityId} is still ${state}: ${JSON.stringify(lastError)}`);
    }
  }
  if (promised.restored) return broken;
  for (const [id, film] of promised.films) {
    if (promised.discarded.has(id) || promised.deleted.has(id)) continue;
    const owner = [world.anna, world.ben].find(({ userId }) => userId === promised.rows.get(id)?.ownerId);
    const session = truth
      .get(owner?.userId ?? '')
      ?.rows<{ id: string; videoUrl: string | null }>('videos')
      .find((row) => row.id === id);
    const served = session?.videoUrl ? await owner?.get(session.videoUrl) : undefined;
    const isWhole = served?.status === 200 && Buffer.compare(Buffer.from(await served.arrayBuffer()), film) === 0;
    if (!isWhole) broken.push(`the film of ${id} is not served whole: ${session?.videoUrl ?? 'no path'} ${served?.status ?? ''}`);
  }
  return broken;
}

const sorted = (value: unknown) => JSON.stringify(value, sortedKeys);

const sortedKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
