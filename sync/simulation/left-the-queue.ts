import type { Look } from './look.ts';
import type { Fields, Intent } from './model/intent.ts';
import { excuseNames } from './model/excuse-lost.ts';
import { type ReferenceModel, unapplied } from './model/reference-model.ts';
import { partsOf, same } from './model/same-content.ts';
import type { Promised } from './promised.ts';
import type { SimulatedDevice } from './simulated-device.ts';

/** Promise 1, at each step: what a person wrote is in the queue until the server has it, or its author has given it up. */
export function leftTheQueue(model: ReferenceModel, { name }: SimulatedDevice, { outbox }: Look, { aged, restored }: Promised): string[] {
  const queued = new Set(outbox.map(({ key }) => key));
  const broken: string[] = [];
  for (const [key, intents] of unapplied(model, name)) {
    if (queued.has(key)) continue;
    model.excusedKeys.add(key);
    for (const intent of intents) {
      // After 90 days the device compares: what the row already has is done.
      if ((aged && isThere(model, intent)) || restored) excuse(model, intent);
      else broken.push(`${name}: ${intent.call} of ${intent.id} left the queue, and the server lacks ${JSON.stringify(intent.wrote)}`);
    }
  }
  return broken;
}

/** Promise 1 for drafts, at each step: typed text is on the device, even after the work was locked. */
export const lostDrafts = ({ drafts }: ReferenceModel, { name }: SimulatedDevice, look: Look): string[] =>
  (drafts.get(name) ?? [])
    .filter((typed) => !look.drafts.some(({ values }) => same(values, typed)))
    .map((typed) => `${name}: a draft is lost: ${JSON.stringify(typed)}`);

function isThere({ state }: ReferenceModel, { call, id, wrote }: Intent): boolean {
  const row = state.rows.get(id);
  if (!call.endsWith('.update')) return true;
  return row !== undefined && Object.entries(wrote).every(([field, value]) => holds(row.fields, field, value));
}

const holds = (fields: Fields, field: string, value: unknown): boolean => {
  if (same(fields[field], value)) return true;
  const held = partsOf(fields[field]);
  return partsOf(value).length > 0 && partsOf(value).every((part) => held.includes(part));
};

/** The fields of this change may end as either value. */
function excuse({ state }: ReferenceModel, { id, wrote }: Intent): void {
  const row = state.rows.get(id);
  if (!row) return;
  for (const field of [...Object.keys(wrote), 'isDeleted', 'shared', 'cues']) row.excused.add(field);
  for (const one of state.rows.values()) excuseNames(one, state);
}
