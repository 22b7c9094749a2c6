import * as z from 'zod/mini';
import type { EffectContext } from '../call.ts';

export const noPayload = z.optional(z.object({}));
const base = z.optional(z.record(z.string(), z.unknown()));
export const withBase = <Shape extends z.core.$ZodLooseShape>(patch: z.ZodMiniObject<Shape>) => z.extend(patch, { base });

/** Initial fields of every row. Version 0 means the row has never been on the server. */
export const newRow = ({ id, userId, now }: EffectContext) => ({
  id,
  ownerId: userId,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  version: 0,
});

/** Applies a patch to a row; undefined fields keep their value. */
export function patched<Row extends object>(row: Row | null, patch: object, { now }: EffectContext): Row | null {
  if (!row) return null;
  const given = Object.entries(patch).filter(([field, value]) => value !== undefined && field !== 'base');
  return { ...row, ...Object.fromEntries(given), updatedAt: now };
}

export const deleted = <Row extends object>(row: Row | null, _payload: unknown, context: EffectContext) =>
  patched(row, { deletedAt: context.now }, context);

export const restored = <Row extends object>(row: Row | null, _payload: unknown, context: EffectContext) =>
  patched(row, { deletedAt: null }, context);

export const moment = (value: string) => new Date(value).toISOString();
