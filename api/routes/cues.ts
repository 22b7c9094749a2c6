import { and, eq, ne } from 'drizzle-orm';
import { mustNotBeMinor } from '../account/minors.ts';
import { derivedId } from '../contract/derived-id.ts';
import type { CueCreate } from '../contract/entities/cue.ts';
import { UNDER_18 } from '../contract/entities/user.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import { isDerivedId, NOT_RANDOM } from '../contract/text.ts';
import { cues } from '../db/tables/training.ts';
import { notFound, Refusal } from '../errors.ts';
import { mustNotBeTakenDown } from '../reports/taken-down.ts';
import { searchWords } from '../search-words.ts';
import { serializeCue } from '../serialize-rows.ts';
import { effectContext, type MutationAnswer, type MutationContext, type MutationHandlers } from './mutation-handler.ts';
import { createRow, deleteRow, type OwnedKind, restoreRow, updateRow } from './owned-rows.ts';
import { arePartners, isVisibleTo } from './partners.ts';

const cueKind: OwnedKind<'cues'> = {
  entity: 'cues',
  table: cues,
  serialize: serializeCue,
  extraColumns: ({ name, description }) => ({ searchWords: searchWords(name, description) }),
  async settle(context, row, before) {
    if (row.visibility === 'public' && before?.visibility !== 'public') await mustNotBeMinor(context, UNDER_18.cue);
    if (row.visibility !== 'private' && before?.visibility === 'private') await mustNotBeTakenDown(context, row.id);
    return { row };
  },
  isVisible: async ({ tx, actor }, { visibility, ownerId }) =>
    (visibility === 'public' && (await isVisibleTo(tx, ownerId, actor.userId))) ||
    (visibility === 'friends' && (await arePartners(tx, actor.userId, ownerId))),
  raise: ({ raise }, { ownerId, id }) => raise('own', ownerId, 'cues', id),
};

export const cueHandlers: MutationHandlers<'cues.create' | 'cues.update' | 'cues.delete' | 'cues.restore' | 'cues.import'> = {
  'cues.create': createCue,
  'cues.update': (context, payload) => updateRow(context, cueKind, MUTATIONS['cues.update'], payload),
  'cues.delete': (context) => deleteRow(context, cueKind, MUTATIONS['cues.delete']),
  'cues.restore': (context) => restoreRow(context, cueKind, MUTATIONS['cues.restore']),
  'cues.import': importCue,
};

/** @throws Refusal 400 for a derived id that is not the actor's own copy: someone else's import may need it */
function createCue(context: MutationContext, payload: CueCreate): Promise<MutationAnswer> {
  const { id, importedFromId } = payload;
  if (id && isDerivedId(id) && !(importedFromId && id === derivedId(context.actor.userId, importedFromId))) {
    throw new Refusal('invalid', NOT_RANDOM, { fields: { id: NOT_RANDOM } });
  }
  return createRow(context, cueKind, MUTATIONS['cues.create'], payload);
}

/**
 * Creates one private copy of a cue that the actor may see. The copy's id is derived from person and cue, so that a
 * second import, even from another device, finds the first. Importing again replaces a deleted copy.
 */
async function importCue(context: MutationContext): Promise<MutationAnswer> {
  const { tx, actor, now, params } = context;
  const [found] = await tx
    .select()
    .from(cues)
    .where(eq(cues.id, params['cueId'] ?? ''));
  if (!found || found.deletedAt) throw notFound();
  const source = serializeCue(found);
  if (source.ownerId === actor.userId) throw new Refusal('conflict', 'This cue is already yours');
  if (!(await cueKind.isVisible(context, source))) throw notFound();

  const { id, copy } = await findCopy(context, derivedId(actor.userId, source.id));
  const before = copy ? serializeCue(copy) : null;
  const effected = MUTATIONS['cues.import'].effect(before, undefined, { ...effectContext(context, id), source });
  if (!effected) throw notFound();
  if (before && !before.deletedAt) return { status: 200, body: before };
  const row = { ...effected, version: (before?.version ?? 0) + 1 };
  const columns = { ...row, createdAt: now, updatedAt: now, deletedAt: null, ...cueKind.extraColumns(row) };
  const [stored] = await tx
    .insert(cues)
    .values(columns)
    .onConflictDoUpdate({ target: cues.id, set: columns, setWhere: eq(cues.ownerId, actor.userId) })
    .returning();
  if (!stored) throw notFound();
  cueKind.raise(context, row);
  return { status: 201, body: serializeCue(stored) };
}

/**
 * The actor's copy under its derived id, locked. Older versions let others take that id; the copy then has the id
 * derived from it, so that the import neither reads nor changes the other person's row.
 */
async function findCopy(context: MutationContext, id: string): Promise<{ id: string; copy: typeof cues.$inferSelect | undefined }> {
  const { tx, actor } = context;
  const [copy] = await tx
    .select()
    .from(cues)
    .where(and(eq(cues.id, id), eq(cues.ownerId, actor.userId)))
    .for('no key update');
  if (copy || (await tx.$count(cues, and(eq(cues.id, id), ne(cues.ownerId, actor.userId)))) === 0) return { id, copy };
  return findCopy(context, derivedId(actor.userId, id));
}
