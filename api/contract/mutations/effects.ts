import * as z from 'zod/mini';
import type { EffectContext } from '../call.ts';

export const noPayload = z.optional(z.object({}));
/** By field name, the values that the author of an edit saw. */
export const base = z.optional(z.record(z.string(), z.unknown()));
export const withBase = <Shape extends z.core.$ZodLooseShape>(patch: z.ZodMiniObject<Shape>) => z.extend(patch, { base });

/** The fields that every row has. Version 0 means the row has never been on the server. */
export const newRow = ({ id, userId, now }: EffectContext) => ({
  id,
  ownerId: userId,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  version: 0,
});

/** A new row: the given fields, which the payload's schema has checked, and the defaults for the rest. */
export const created = <Defaults extends object, Given extends object>(defaults: Defaults, given: Given, context: EffectContext) => ({
  ...defaults,
  ...withoutUndefined(given),
  ...newRow(context),
});

/** Applies a patch to a row; undefined fields keep their value. */
export function patched<Row extends object>(row: Row | null, patch: object, { now }: EffectContext): Row | null {
  if (!row) return null;
  const { base: _base, ...given } = patch as { base?: unknown };
  return { ...row, ...withoutUndefined(given), updatedAt: now };
}

export const deleted = <Row extends object>(row: Row | null, _payload: unknown, context: EffectContext) =>
  patched(row, { deletedAt: context.now }, context);

export const restored = <Row extends object>(row: Row | null, _payload: unknown, context: EffectContext) =>
  patched(row, { deletedAt: null }, context);

/** Leaves out undefined fields, so that a change does not touch them. */
export const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]: Exclude<Fields[Field], undefined>;
  };

export const moment = (value: string) => new Date(value).toISOString();
