import { type QueueEntry, readQueue } from '../status/read-queue.ts';
import { rowSync } from '../status/row-sync.ts';
import { readStatus } from '../status/sync-total.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Look } from './look.ts';
import { type ReferenceModel, unapplied } from './model/reference-model.ts';
import { isExcused } from './model/model-state.ts';
import type { Promised } from './promised.ts';
import type { SimulatedDevice } from './simulated-device.ts';

/** More than any device of a run holds: the tray then lists everything. */
const ALL = 1_000;

/** Promise 2, at each step: what a card or the header calls synced, or the tray does not list, the server has. */
export async function falselySynced(model: ReferenceModel, device: SimulatedDevice, look: Look, promised: Promised): Promise<string[]> {
  const { name, store, isLocked } = device;
  const missing = unapplied(model, name);
  const films = [...(model.files.get(name) ?? [])].filter((id) => !isGivenUp(model, promised, id));
  if (missing.length === 0 && films.length === 0) return [];
  const broken: string[] = [];
  const total = await readStatus(store);
  if (total.pending === 0)
    broken.push(`${name}: the header counts nothing, and the server lacks ${missing.length} changes and ${films.length} files`);
  // Locked work is shown as a whole until it is open.
  if (isLocked) return broken;
  const rows = [
    ...missing.flatMap(([, [first]]) => (first ? [{ entity: first.entity, id: first.id }] : [])),
    ...films.map((id) => ({ entity: 'videos' as const, id })),
  ];
  const tray = await readQueue(store, ALL);
  for (const { entity, id } of rows) {
    const isOfRow = (one: { entity: string; entityId: string | null }) => one.entity === entity && one.entityId === id;
    const { state } = rowSync(look.outbox.filter(isOfRow), look.media.filter(isOfRow), look.facts);
    if (state === 'synced') broken.push(`${name}: ${entity} ${id} is called synced, and the server lacks a change or file of it`);
    if (!tray.entries.some(isOfRow))
      broken.push(`${name}: the tray does not list ${entity} ${id}, and the server lacks a change or file of it`);
  }
  return broken;
}

const isGivenUp = ({ state }: ReferenceModel, { discarded, deleted }: Promised, id: string) =>
  discarded.has(id) || deleted.has(id) || isExcused(state.rows.get(id), 'hasFile');

/** Promise 4, after a sync that found no obstacle: what still waits has a reason, and ends by itself or by its author. */
export function waitsForNothing({ name, clock }: SimulatedDevice, { outbox, facts }: Look): string[] {
  const broken = facts.paused ? [`${name}: the screen says paused (${facts.paused}), and a sync went through`] : [];
  const held = new Map(outbox.map((record) => [record.key, record]));
  const hasReason = (record: OutboxRecord): boolean =>
    record.state === 'refused' ||
    (record.nextAttemptAt > clock.now && record.nextAttemptAt - clock.now <= HOUR_MS) ||
    record.dependsOn.some((key) => {
      const needed = held.get(key);
      return needed !== undefined && hasReason(needed);
    });
  const idle = outbox.filter((record) => !hasReason(record));
  return [...broken, ...idle.map(({ call, entityId, state }) => `${name}: ${call} of ${entityId} stays ${state} for no reason`)];
}

const HOUR_MS = 3_600_000;

/** Promise 4, at rest: the header says 'All synced', and the tray is empty. */
export async function notCalledSynced({ name, store }: SimulatedDevice, promised: Promised): Promise<string[]> {
  const [{ pending, sending, pause }, tray] = await Promise.all([readStatus(store), readQueue(store, ALL)]);
  // The file of a deleted session waits until the session is restored, and one that a restored server lost for its author.
  const mayWait = ({ kind, entityId }: QueueEntry) => kind === 'file' && (promised.restored || promised.deleted.has(entityId));
  const waiting = tray.entries.filter((entry) => !mayWait(entry));
  const isClean = waiting.length === 0 && pending === tray.entries.length && !sending && pause === null;
  return isClean ? [] : [`${name} is at rest and says ${JSON.stringify({ pending, sending, pause, waiting })}`];
}
