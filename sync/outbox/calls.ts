import type { EntityName, EntityRow } from '../../api/contract/entities.ts';
import type { EffectContext } from '../../api/contract/call.ts';
import type { MergeKind } from '../../api/contract/merge.ts';
import { MUTATIONS, type MutationName } from '../../api/contract/mutations.ts';
import type * as z from 'zod/mini';

/** A mutation of the contract without its payload's type, for code that treats all mutations alike. */
export interface AnyMutation {
  path: string;
  entity: EntityName;
  payload: z.ZodMiniType;
  merge?: Readonly<Record<string, MergeKind>>;
  effect: (row: EntityRow<EntityName> | null, payload: unknown, context: EffectContext) => EntityRow<EntityName> | null;
}

/** Undefined for a call of an older or newer app version. */
export const findMutation = (call: string): AnyMutation | undefined =>
  Object.hasOwn(MUTATIONS, call) ? (MUTATIONS[call as MutationName] as unknown as AnyMutation) : undefined;

/** Makes a new row. */
export const isCreate = (call: string) => call.endsWith('.create') || call === 'cues.import' || call === 'friendships.join';

/** Patches fields of a row against the values that the author saw. */
export const isUpdate = (call: string) => findMutation(call)?.merge !== undefined;

/** Counts as done if the row does not exist. */
export const isRemoval = (call: string) => call.endsWith('.delete') || call === 'friendships.withdraw' || call === 'conflicts.settle';
