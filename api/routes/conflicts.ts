import { and, eq } from 'drizzle-orm';
import { MUTATIONS } from '../contract/mutations.ts';
import { conflicts } from '../db/tables/training.ts';
import { notFound } from '../errors.ts';
import { serializeConflict } from '../serialize-rows.ts';
import { effectContext, type MutationHandlers, pathId } from './mutation-handler.ts';

export const conflictHandlers: MutationHandlers<'conflicts.settle'> = {
  async 'conflicts.settle'(context) {
    const { tx, actor, now, raise } = context;
    const id = pathId(context);
    const [found] = await tx
      .select()
      .from(conflicts)
      .where(and(eq(conflicts.id, id), eq(conflicts.ownerId, actor.userId)))
      .for('no key update');
    if (!found) throw notFound();
    const before = serializeConflict(found);
    if (before.deletedAt) return { status: 200, body: before };
    const settled = MUTATIONS['conflicts.settle'].effect(before, undefined, effectContext(context, id));
    const version = before.version + 1;
    await tx.update(conflicts).set({ deletedAt: now, version }).where(eq(conflicts.id, id));
    raise('own', actor.userId, 'conflicts', id);
    return { status: 200, body: { ...settled, version } };
  },
};
