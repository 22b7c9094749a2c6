import { isMutationName } from '../contract/mutations.ts';
import type { Operation } from '../contract/sync-protocol.ts';
import { notFound } from '../errors.ts';
import { type PreparedMutation, prepareMutation } from './prepare-mutation.ts';

/** An operation of an envelope: its mutation, or why it cannot be one. */
export type ReadOperation = { key: string; dependsOn: readonly string[] } & (
  | { mutation: PreparedMutation; error?: undefined }
  | { mutation: null; error: unknown }
);

/** @param operation with its payload as sent */
export function readOperation({ key, call, params, payload, dependsOn = [] }: Operation): ReadOperation {
  const own = { key, dependsOn: dependsOn.filter((needed) => needed !== key) };
  try {
    if (!isMutationName(call)) throw notFound();
    return { ...own, mutation: prepareMutation({ name: call, params, payload, key }) };
  } catch (error) {
    return { ...own, mutation: null, error };
  }
}
