import type { MutationName } from '../../api/contract/mutations.ts';
import { mutate, type MutateOptions } from '../outbox/mutate.ts';
import type { ModelState } from './model/model-state.ts';
import type { ReferenceModel } from './model/reference-model.ts';
import type { Ports } from '../ports/ports.ts';
import { discard } from '../outbox/queue-actions.ts';
import type { StoredRow } from '../store/stored-row.ts';
import type { Backup } from './backup.ts';
import { type Look, lookAt } from './look.ts';
import type { Promised } from './promised.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { told, toldDiscard } from './tell-model.ts';

/** One step of a run, with everything it may touch. */
export interface Step {
  /** Chooses one of several rows. */
  pick: number;
  /** Seeds chance within the step. */
  seed: number;
  number: number;
  world: SimulatedWorld;
  device: SimulatedDevice;
  devices: readonly SimulatedDevice[];
  promised: Promised;
  model: ReferenceModel;
  history: {
    /** The server's state at its last backup. */
    backup: Backup;
    /** What the model held then. */
    modelled: ModelState;
    /** The device's last look. Steps that confirm rows midway take a new one. */
    look: Look;
  };
  note: (words: string) => void;
}

export type OwnedEntity = 'videos' | 'dogs' | 'cues' | 'programs' | 'sets' | 'plans' | 'trials';

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Picks a row, independent of the rows' order; undefined if there are none. */
export const picked = <Row extends { id: string }>(rows: Row[], pick: number): Row | undefined =>
  rows.sort(byId)[pick % Math.max(1, rows.length)];

/** A row of the device's person, picked by the step. */
export async function own<E extends OwnedEntity>({ device, pick }: Step, entity: E, deleted = false) {
  const isMeant = (row: { ownerId: string; deletedAt: string | null }) =>
    row.ownerId === device.owner.userId && (row.deletedAt !== null) === deleted;
  return picked(await device.store.view(entity).filter(isMeant).toArray(), pick);
}

export async function create<N extends 'videos.create' | 'dogs.create' | 'cues.create' | 'programs.create'>(
  step: Step,
  name: N,
  payload: NonNullable<MutateOptions<N>['payload']>,
  { ports = step.device.ports, mediaId }: { ports?: Ports; mediaId?: string } = {},
): Promise<string> {
  const { device, promised } = step;
  const options = { payload, ...(mediaId && { mediaId }) };
  const { id } = await told(step, name, options, () => mutate(device.store, ports, name, options));
  promised.rows.set(id, { entity: name.split('.')[0] as 'videos' | 'dogs' | 'cues' | 'programs', ownerId: device.owner.userId });
  return id;
}

export const change = <N extends MutationName>(step: Step, name: N, options: MutateOptions<N>) =>
  told(step, name, options, () => mutate(step.device.store, step.device.ports, name, options));

export async function comment(step: Step, about: { id: string; ownerId: string }): Promise<void> {
  const content = `Comment ${step.number}`;
  const { id } = await change(step, 'comments.create', { payload: { content }, params: { videoId: about.id } });
  step.promised.comments.set(id, { videoId: about.id, sessionOwnerId: about.ownerId, authorId: step.device.owner.userId, content });
}

/** Adds a line to the notes of `certain`, or else of one of the person's sessions, picked by the step. */
export async function appendNotes(step: Step, certain?: { id: string; description: string }): Promise<string | null> {
  const session = certain ?? (await own(step, 'videos'));
  if (!session) return null;
  const line = `line of step ${step.number}`;
  const description = session.description ? `${session.description}\n${line}` : line;
  await change(step, 'videos.update', { payload: { description }, params: { id: session.id } });
  step.promised.lines.push({ sessionId: session.id, line });
  return line;
}

/** Ports of a browser without Web Locks, in which two engines run at once. */
export const unlocked = (ports: Ports): Ports => ({ ...ports, lock: async (_name, body) => body() });

/** This step, on another device of the same person; null if there is none. */
export function onOtherDevice(step: Step): Step | null {
  const device = step.devices.find((other) => other !== step.device && other.owner === step.device.owner);
  return device ? { ...step, device } : null;
}

/**
 * Edits one of the person's rows, picked by the step, and in half of the cases the same row on another device of the same person, so
 * that both edits are made on the same values.
 * @param edit gets the row as that device shows it, and words that no other edit has
 */
export async function editAtOnce<E extends OwnedEntity>(
  step: Step,
  entity: E,
  edit: (on: Step, row: StoredRow<E>, words: string) => Promise<unknown>,
): Promise<void> {
  const row = await own(step, entity);
  if (!row) return;
  await edit(step, row, `${step.number}`);
  const other = step.seed % 4 < 2 ? onOtherDevice(step) : null;
  const theirs = await other?.device.store.view(entity).get(row.id);
  if (other && theirs && theirs.deletedAt === null) await edit(other, theirs, `${step.number} elsewhere`);
}

export const refusedRecords = ({ store }: SimulatedDevice) => store.outbox.where('state').equals('refused').toArray();

export async function discardRefused({ device, promised, model }: Pick<Step, 'device' | 'promised' | 'model'>): Promise<void> {
  for (const record of await refusedRecords(device)) {
    promised.discarded.add(record.entityId);
    await toldDiscard({ device, model }, record, () => discard(device.store, device.ports, record.key));
  }
}

export async function lookAgain({ device, history }: Step): Promise<void> {
  history.look = await lookAt(device, history.look);
}
