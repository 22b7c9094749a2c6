import { applyIntent } from './apply-intent.ts';
import { excuseLost } from './excuse-lost.ts';
import { type Fields, inOne, type Intent } from './intent.ts';
import { DEFAULTS } from './kinds.ts';
import { emptyState, newRow, type ModelState, WHOLE_ROW } from './model-state.ts';
import { same } from './same-content.ts';

/**
 * What the server and each device should hold, written from docs/sync.md and without the code of the engine or the API.
 * It hears what people do, which changes the server has accepted, and when the server went back.
 */
export interface ReferenceModel {
  /** What the server should hold. */
  state: ModelState;
  /** Keys of changes, with what their authors meant, in the order in which they were made. */
  intents: Map<string, Intent[]>;
  /** Keys that no longer need to reach the server: a restore or a long absence excuses them. */
  excusedKeys: Set<string>;
  /** Which key is at which place of a device's queue: a change that goes as a new one keeps its place. */
  places: Map<string, Map<number, string>>;
  /** What is typed in forms, by device: a draft stays until its form is saved or closed. */
  drafts: Map<string, Fields[]>;
  /** Sessions with a file that the server does not have yet, by device. */
  files: Map<string, Set<string>>;
}

export function createModel(people: readonly { userId: string }[]): ReferenceModel {
  const state = emptyState();
  for (const { userId } of people) state.rows.set(userId, newRow('profile', userId, userId, { ...DEFAULTS.profile }));
  return { state, intents: new Map(), excusedKeys: new Set(), places: new Map(), drafts: new Map(), files: new Map() };
}

/** A person made a change; `key` carries it, perhaps together with earlier ones. */
export function made({ intents }: ReferenceModel, key: string, intent: Intent): void {
  intents.set(key, [...(intents.get(key) ?? []), intent]);
}

/** Moves a change to another key, before the changes already under that key. */
export function rekeyed({ intents, state }: ReferenceModel, from: string, to: string): void {
  const moved = intents.get(from);
  if (!moved || state.applied.has(from)) return;
  intents.delete(from);
  intents.set(to, [...moved, ...(intents.get(to) ?? [])]);
}

/**
 * An author gave a change up.
 * @param later keys of the author's unsent changes of this row that follow: they stood on what was given up
 */
export function discarded({ intents }: ReferenceModel, key: string, later: readonly string[]): void {
  const gone = inOne(intents.get(key) ?? []);
  intents.delete(key);
  for (const follower of later) {
    const rebased = (intents.get(follower) ?? []).map((intent) => ({ ...intent, saw: beforeThat(intent.saw, gone) }));
    if (rebased.length > 0) intents.set(follower, rebased);
  }
}

const beforeThat = (saw: Intent['saw'], gone: Intent | undefined): Intent['saw'] =>
  Object.fromEntries(
    Object.entries(saw).map(([field, value]) => [
      field,
      gone && field in gone.saw && same(value, gone.wrote[field]) ? gone.saw[field] : value,
    ]),
  );

/** The server has accepted this key of the person, for the first time or again. */
export function accepted({ state, intents }: ReferenceModel, key: string): void {
  if (state.applied.has(key)) return;
  state.applied.add(key);
  const intent = inOne(intents.get(key) ?? []);
  if (intent) applyIntent(state, intent);
}

/** Changes of a device that the server has not accepted, by key. */
export const unapplied = ({ intents, state, excusedKeys }: ReferenceModel, device: string): [key: string, intents: Intent[]][] =>
  [...intents].filter(([key, [first]]) => first?.device === device && !state.applied.has(key) && !excusedKeys.has(key));

export const copyOf = (state: ModelState): ModelState => structuredClone(state);

/** The server went back to an earlier state. What it lost may come back in any form. */
export function wentBack(model: ReferenceModel, backup: ModelState): void {
  const before = model.state;
  model.state = copyOf(backup);
  for (const key of before.applied) if (!backup.applied.has(key)) model.excusedKeys.add(key);
  excuseLost(before, model.state);
}

/** So much time has passed that the server may have purged what was deleted before, and all comments on it. */
export function longPassed({ state: { rows } }: ReferenceModel): void {
  const isDeleted = (id: unknown) => rows.get(String(id))?.isDeleted === true;
  for (const row of rows.values()) if (row.isDeleted || isDeleted(row.fields['videoId'])) row.excused.add(WHOLE_ROW);
}

/** A person typed into a form on this device. */
export const typedOn = ({ drafts }: ReferenceModel, device: string, values: Fields): void =>
  void drafts.set(device, [...(drafts.get(device) ?? []), values]);
