import { and, eq, isNull, sql } from 'drizzle-orm';
import { isUnborn, UNBORN } from '../contract/entities/dog.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import { dogs, programs, videos } from '../db/tables/training.ts';
import { users } from '../db/tables/people.ts';
import { Refusal } from '../errors.ts';
import { searchWords } from '../search-words.ts';
import { serializeDog } from '../serialize-rows.ts';
import type { MutationContext, MutationHandlers } from './mutation-handler.ts';
import { createRow, deleteRow, type OwnedKind, restoreRow, updateRow } from './owned-rows.ts';
import { mustBeOwnObject } from './references.ts';

const dogKind: OwnedKind<'dogs'> = {
  entity: 'dogs',
  table: dogs,
  serialize: serializeDog,
  extraColumns: () => ({}),
  async settle(context, row, before) {
    // Only when it changes: a dog stored before this check stays editable.
    if (row.birthdate !== before?.birthdate && isUnborn(row.birthdate, context.now.getTime())) {
      throw new Refusal('invalid', UNBORN, { fields: { birthdate: UNBORN } });
    }
    if (row.image && row.image !== before?.image) await mustBeOwnObject(context, 'image', row.image, 'picture');
    return { row };
  },
  // Partners see a dog on a session, but no call names a partner's dog (R55).
  isVisible: async () => false,
  raise({ raise }, { ownerId, id }) {
    raise('own', ownerId, 'dogs', id);
    raise('shown', ownerId, 'partnerDogs', id);
  },
  async after(context, row, before) {
    if (!before || before.name !== row.name || before.deletedAt !== row.deletedAt) await writeSearchWords(context);
    if (row.deletedAt && !before?.deletedAt) await leaveDog(context, row.id);
    if (!row.deletedAt && before?.deletedAt) await returnToDog(context, row.id);
  },
};

export const dogHandlers: MutationHandlers<'dogs.create' | 'dogs.update' | 'dogs.delete' | 'dogs.restore'> = {
  'dogs.create': (context, payload) => createRow(context, dogKind, MUTATIONS['dogs.create'], payload),
  'dogs.update': (context, payload) => updateRow(context, dogKind, MUTATIONS['dogs.update'], payload),
  'dogs.delete': (context) => deleteRow(context, dogKind, MUTATIONS['dogs.delete']),
  'dogs.restore': (context) => restoreRow(context, dogKind, MUTATIONS['dogs.restore']),
};

/** People search also matches dogs' names. */
async function writeSearchWords({ tx, actor }: MutationContext): Promise<void> {
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, actor.userId))
    .for('no key update')
    .prepare('name_of_person')
    .execute();
  const names = await tx
    .select({ name: dogs.name })
    .from(dogs)
    .where(and(eq(dogs.ownerId, actor.userId), isNull(dogs.deletedAt)))
    .prepare('names_of_dogs')
    .execute();
  const words = searchWords(person?.firstName ?? null, person?.lastName ?? null, ...names.map(({ name }) => name));
  await tx.update(users).set({ searchWords: words }).where(eq(users.id, actor.userId)).prepare('write_search_words').execute();
}

/**
 * Sessions outlive their dog: they no longer name it, but remember it in case it is restored (R48). One statement per table,
 * regardless of the number of sessions.
 */
async function leaveDog(context: MutationContext, dogId: string): Promise<void> {
  const columns = { dogId: null, formerDogId: dogId, updatedAt: context.now };
  const { tx } = context;
  const sessions = await tx
    .update(videos)
    .set({ ...columns, version: sql`${videos.version} + 1` })
    .where(eq(videos.dogId, dogId))
    .returning({ id: videos.id });
  const plans = await tx
    .update(programs)
    .set({ ...columns, version: sql`${programs.version} + 1` })
    .where(eq(programs.dogId, dogId))
    .returning({ id: programs.id });
  raiseLogs(context, sessions, plans);
}

async function returnToDog(context: MutationContext, dogId: string): Promise<void> {
  const columns = { dogId, formerDogId: null, updatedAt: context.now };
  const { tx } = context;
  const sessions = await tx
    .update(videos)
    .set({ ...columns, version: sql`${videos.version} + 1` })
    .where(eq(videos.formerDogId, dogId))
    .returning({ id: videos.id });
  const plans = await tx
    .update(programs)
    .set({ ...columns, version: sql`${programs.version} + 1` })
    .where(eq(programs.formerDogId, dogId))
    .returning({ id: programs.id });
  raiseLogs(context, sessions, plans);
}

function raiseLogs({ actor, raise }: MutationContext, sessions: readonly { id: string }[], plans: readonly { id: string }[]) {
  for (const { id } of sessions) {
    raise('own', actor.userId, 'videos', id);
    raise('shown', actor.userId, 'videos', id);
  }
  for (const { id } of plans) raise('own', actor.userId, 'programs', id);
}
