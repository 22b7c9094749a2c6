import { and, eq, isNull } from 'drizzle-orm';
import { setAge } from '../account/age.ts';
import { mergePatch } from '../contract/merge.ts';
import { sameValue } from '../contract/same-value.ts';
import { AGE_SAID, UNDER_18 } from '../contract/entities/user.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import type { Transaction } from '../db/database.ts';
import { dogs } from '../db/tables/training.ts';
import { users } from '../db/tables/people.ts';
import { notFound, Refusal } from '../errors.ts';
import { searchWords, sortName } from '../search-words.ts';
import { serializeProfile } from '../serialize-rows.ts';
import { renameInFriendships } from './friendships.ts';
import { effectContext, type MutationContext, type MutationHandlers } from './mutation-handler.ts';
import { storeConflicts } from './owned-rows.ts';
import { mustBeOwnObject } from './references.ts';

const { effect, merge = {}, payload: schema } = MUTATIONS['profile.update'];

export const profileHandlers: MutationHandlers<'profile.update' | 'profile.sayAge'> = {
  async 'profile.update'(context, { base, ...patch }) {
    const { tx, actor, now, raise } = context;
    const { userId } = actor;
    const found = await holdOwn(context);
    const before = serializeProfile(found);
    const merged = mergePatch(merge, before, patch, base, schema);
    const effected = effect(before, merged.patch, effectContext(context, userId));
    await storeConflicts(context, 'profile', userId, merged.clashes);
    if (!effected || sameValue(effected, before)) return { status: 200, body: before };
    const row = { ...effected, version: before.version + 1 };
    if (row.profileVisibility === 'public' && row.isAdult === false) throw new Refusal('forbidden', UNDER_18.profile);
    if (row.profileImageUrl && row.profileImageUrl !== before.profileImageUrl) {
      await mustBeOwnObject(context, 'profileImageUrl', row.profileImageUrl, 'picture');
    }
    const { id: _id, email: _email, ...columns } = row;
    const { firstName, lastName } = row;
    await tx
      .update(users)
      .set({
        ...columns,
        updatedAt: now,
        sortName: sortName(firstName, lastName),
        nameWords: searchWords(firstName, lastName),
        searchWords: searchWords(firstName, lastName, ...(await namesOfDogs(tx, userId))),
      })
      .where(eq(users.id, userId));
    raise('own', userId, 'profile', userId);
    raise('shown', userId, 'people', userId);
    const isRenamed = firstName !== before.firstName || lastName !== before.lastName || row.profileImageUrl !== before.profileImageUrl;
    if (isRenamed) await renameInFriendships(context, userId);
    return { status: 200, body: row };
  },

  async 'profile.sayAge'(context, { isAdult }) {
    const found = await holdOwn(context);
    if (found.isAdult === isAdult) return { status: 200, body: serializeProfile(found) };
    if (found.isAdult !== null) throw new Refusal('conflict', AGE_SAID);
    return { status: 200, body: serializeProfile(await setAge(context, found.id, isAdult)) };
  },
};

/** The actor's row, locked until the transaction ends. */
async function holdOwn({ tx, actor }: MutationContext): Promise<typeof users.$inferSelect> {
  const [found] = await tx.select().from(users).where(eq(users.id, actor.userId)).for('no key update');
  if (!found) throw notFound();
  return found;
}

/** Of the dogs that are not deleted: searches find their people by them (R73). */
export async function namesOfDogs(tx: Transaction, ownerId: string): Promise<string[]> {
  const found = await tx
    .select({ name: dogs.name })
    .from(dogs)
    .where(and(eq(dogs.ownerId, ownerId), isNull(dogs.deletedAt)));
  return found.map(({ name }) => name);
}
