import { and, eq, getTableColumns, type InferSelectModel } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { EffectContext } from '../contract/call.ts';
import type { EntityRow } from '../contract/entities.ts';
import { DELETED_KEPT_DAYS } from '../contract/limits.ts';
import { type Clash, type MergeKind, mergePatch } from '../contract/merge.ts';
import { sameValue } from '../contract/same-value.ts';
import type { Transaction } from '../db/database.ts';
import { conflicts, type cues, type dogs, type plans, type programs, type sets, type trials, type videos } from '../db/tables/training.ts';
import { notFound, Refusal } from '../errors.ts';
import { effectContext, type MutationAnswer, type MutationContext, pathId } from './mutation-handler.ts';

/** The tables whose rows a person creates, edits, deletes and restores as a whole. */
export interface OwnedTables {
  dogs: typeof dogs;
  videos: typeof videos;
  cues: typeof cues;
  programs: typeof programs;
  sets: typeof sets;
  plans: typeof plans;
  trials: typeof trials;
}
export type OwnedEntity = keyof OwnedTables;

/** The differences between the kinds of owned rows. `Row` is the row in the contract's shape. */
export interface OwnedKind<E extends OwnedEntity> {
  entity: E;
  table: OwnedTables[E];
  serialize: (row: InferSelectModel<OwnedTables[E]>) => EntityRow<E>;
  /** Columns to write in addition to the contract's fields. */
  extraColumns: (row: EntityRow<E>) => object;
  /**
   * Checks the references of the changed fields, and returns the row with the values that follow from them.
   * @param before null for a new row
   * @throws Refusal 400 with `fields`
   */
  settle: (context: MutationContext, row: EntityRow<E>, before: EntityRow<E> | null) => Promise<Settled<E>>;
  /** Whether the actor may see someone else's row. If so, changing it answers 403, otherwise 404. */
  isVisible: (context: MutationContext, row: EntityRow<E>) => Promise<boolean>;
  /** Whether a change may be made although the row is deleted; by default none. */
  changesDeleted?: (patch: object) => boolean;
  raise: (context: MutationContext, row: EntityRow<E>) => void;
  /** Side effects of the change. */
  after?: (context: MutationContext, row: EntityRow<E>, before: EntityRow<E> | null) => Promise<void>;
}

export interface Settled<E extends OwnedEntity> {
  row: EntityRow<E>;
  /** Columns that the contract does not have. */
  columns?: object;
}

type Effect<E extends OwnedEntity> = (row: EntityRow<E> | null, payload: never, context: EffectContext) => EntityRow<E> | null;
type MutationOf<E extends OwnedEntity> = { payload: z.ZodMiniType; effect: Effect<E>; merge?: Readonly<Record<string, MergeKind>> };

const DAY_MS = 86_400_000;

/** Creates a row. @throws Refusal 409 when the id is taken, by any owner */
export async function createRow<E extends OwnedEntity>(
  context: MutationContext,
  kind: OwnedKind<E>,
  { effect }: MutationOf<E>,
  payload: { id?: string | undefined },
): Promise<MutationAnswer> {
  const id = payload.id ?? context.services.newId();
  const created = effect(null, payload as never, effectContext(context, id));
  if (!created) throw notFound();
  const { row, columns } = await kind.settle(context, { ...created, version: 1 }, null);
  const inserted = await onTable(context.tx, kind).insert({ ...columnsOf(kind, row), ...columns });
  if (!inserted) throw new Refusal('conflict', 'This id is already in use');
  kind.raise(context, row);
  await kind.after?.(context, row, null);
  return { status: 201, body: row };
}

/**
 * Edits a row, merging each field with the value that the author saw. Displaced values become conflicts of the owner.
 * @throws Refusal 409 when the row has been deleted: the author keeps the text and may restore it as new
 */
export async function updateRow<E extends OwnedEntity>(
  context: MutationContext,
  kind: OwnedKind<E>,
  { payload: schema, effect, merge = {} }: MutationOf<E>,
  { base, ...patch }: { base?: Readonly<Record<string, unknown>> | undefined },
): Promise<MutationAnswer> {
  const before = await mustGetOwn(context, kind);
  if (before.deletedAt && !kind.changesDeleted?.(patch)) throw new Refusal('conflict', 'This was deleted on another device');
  const merged = mergePatch(merge, before, definedOnly(patch), base, schema);
  const row = await changeRow(context, kind, before, effect, merged.patch);
  await storeConflicts(context, kind.entity, before.id, merged.clashes);
  return { status: 200, body: row };
}

/** Applies a mutation without merging, such as sharing or the cues of a program. */
export async function applyToRow<E extends OwnedEntity>(
  context: MutationContext,
  kind: OwnedKind<E>,
  { effect }: MutationOf<E>,
  payload: unknown,
): Promise<MutationAnswer> {
  const before = await mustGetOwn(context, kind);
  if (before.deletedAt) throw new Refusal('conflict', 'This was deleted on another device');
  return { status: 200, body: await changeRow(context, kind, before, effect, payload) };
}

/** Deletes a row so that it can be restored. No effect on a deleted row. */
export async function deleteRow<E extends OwnedEntity>(
  context: MutationContext,
  kind: OwnedKind<E>,
  { effect }: MutationOf<E>,
): Promise<MutationAnswer> {
  const before = await mustGetOwn(context, kind);
  if (before.deletedAt) return { status: 200, body: before };
  return { status: 200, body: await changeRow(context, kind, before, effect, undefined) };
}

/** Restores a deleted row, within DELETED_KEPT_DAYS. */
export async function restoreRow<E extends OwnedEntity>(
  context: MutationContext,
  kind: OwnedKind<E>,
  { effect }: MutationOf<E>,
): Promise<MutationAnswer> {
  const before = await mustGetOwn(context, kind);
  if (!before.deletedAt) return { status: 200, body: before };
  if (context.now.getTime() - Date.parse(before.deletedAt) > DELETED_KEPT_DAYS * DAY_MS) {
    throw new Refusal('conflict', `This was deleted more than ${DELETED_KEPT_DAYS} days ago and cannot be restored`);
  }
  return { status: 200, body: await changeRow(context, kind, before, effect, undefined) };
}

async function changeRow<E extends OwnedEntity>(
  context: MutationContext,
  kind: OwnedKind<E>,
  before: EntityRow<E>,
  effect: Effect<E>,
  payload: unknown,
): Promise<EntityRow<E>> {
  const effected = effect(before, payload as never, effectContext(context, before.id));
  if (!effected || sameValue({ ...effected, updatedAt: before.updatedAt }, before)) return before;
  const { row, columns } = await kind.settle(context, { ...effected, version: before.version + 1 }, before);
  await onTable(context.tx, kind).update(row.id, { ...changedColumns(kind, row, before), ...columns });
  kind.raise(context, row);
  await kind.after?.(context, row, before);
  return row;
}

/**
 * The actor's own row, deleted or not, locked until the transaction ends. @throws Refusal 404, or 403 for a visible one
 */
async function mustGetOwn<E extends OwnedEntity>(context: MutationContext, kind: OwnedKind<E>): Promise<EntityRow<E>> {
  const table = onTable(context.tx, kind);
  const id = pathId(context);
  const own = await table.holdOwn(id, context.actor.userId);
  if (own) return own;
  // Read without a lock: a stranger's requests must not delay the owner's.
  const row = await table.read(id);
  if (row && !row.deletedAt && (await kind.isVisible(context, row))) {
    throw new Refusal('forbidden', 'Only the owner can change this');
  }
  throw notFound();
}

/** Stores displaced values as rows in their owner's feed, so that every device can show and restore them. */
export async function storeConflicts(
  { tx, services, actor, now, raise }: MutationContext,
  entity: string,
  entityId: string,
  clashes: readonly Clash[],
): Promise<void> {
  if (clashes.length === 0) return;
  const rows = clashes.map(({ field, kept, other }) => ({
    id: services.newId(),
    ownerId: actor.userId,
    entity,
    entityId,
    field,
    kept: { value: kept },
    other: { value: other },
    createdAt: now,
  }));
  await tx.insert(conflicts).values(rows);
  for (const { id } of rows) raise('own', actor.userId, 'conflicts', id);
}

const definedOnly = (patch: object) => Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

// ---- Only here are the tables handled as one: drizzle's types do not work on a union of tables. ----

function onTable<E extends OwnedEntity>(tx: Transaction, { entity, table, serialize }: OwnedKind<E>) {
  const one = table as unknown as OwnedTables['dogs'];
  return {
    /** Blocks writers of this row, but not rows that refer to it. */
    async holdOwn(id: string, ownerId: string): Promise<EntityRow<E> | null> {
      const [found] = await tx
        .select()
        .from(one)
        .where(and(eq(one.id, id), eq(one.ownerId, ownerId)))
        .for('no key update')
        .prepare(`hold_own_${entity}`)
        .execute();
      return found ? serialize(found as never) : null;
    },
    async read(id: string): Promise<EntityRow<E> | null> {
      const [found] = await tx.select().from(one).where(eq(one.id, id)).prepare(`read_${entity}`).execute();
      return found ? serialize(found as never) : null;
    },
    async insert(columns: object): Promise<boolean> {
      const inserted = await tx
        .insert(one)
        .values(columns as typeof one.$inferInsert)
        .onConflictDoNothing()
        .returning({ id: one.id })
        .prepare(`insert_${entity}`)
        .execute();
      return inserted.length > 0;
    },
    async update(id: string, columns: object): Promise<void> {
      await tx.update(one).set(columns).where(eq(one.id, id)).prepare(`update_${entity}`).execute();
    },
  };
}

/** Converts the contract's text dates to Dates for the tables. */
function columnsOf<E extends OwnedEntity>(kind: OwnedKind<E>, row: EntityRow<E>): Record<string, unknown> {
  const columns = getTableColumns(kind.table as unknown as OwnedTables['dogs']) as Record<string, { dataType: string }>;
  const written = Object.entries(row).map(([field, value]) => [
    field,
    columns[field]?.dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
  ]);
  return { ...Object.fromEntries(written), ...kind.extraColumns(row) };
}

function changedColumns<E extends OwnedEntity>(kind: OwnedKind<E>, row: EntityRow<E>, before: EntityRow<E>) {
  const old: Record<string, unknown> = columnsOf(kind, before);
  return Object.fromEntries(Object.entries(columnsOf(kind, row)).filter(([field, value]) => !sameColumn(value, old[field])));
}

const sameColumn = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : sameValue(a, b));
