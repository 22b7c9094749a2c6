import type * as z from 'zod/mini';
import { Block } from './contract/entities/block.ts';
import { Comment } from './contract/entities/comment.ts';
import type { Conflict } from './contract/entities/conflict.ts';
import { Cue } from './contract/entities/cue.ts';
import { Dog, PartnerDog } from './contract/entities/dog.ts';
import type { Friendship } from './contract/entities/friendship.ts';
import { Plan } from './contract/entities/plan.ts';
import { Program } from './contract/entities/program.ts';
import { TrainingSet } from './contract/entities/set.ts';
import { Trial } from './contract/entities/trial.ts';
import { Person, Profile } from './contract/entities/user.ts';
import { Video } from './contract/entities/video.ts';
import type { conflicts } from './db/tables/training.ts';
import type { friendships, users } from './db/tables/people.ts';

/**
 * Database rows in the contract's shape. Reads, mutation answers and feeds all use these, so that a row looks the same
 * everywhere. The contract's schema is the list of what may leave the server: other columns never do.
 */

export const serializeProfile = serializer(Profile);
export const serializeBlock = serializer(Block);
export const serializeDog = serializer(Dog);
export const serializePartnerDog = serializer(PartnerDog);
export const serializeVideo = serializer(Video);
export const serializeComment = serializer(Comment);
export const serializeSet = serializer(TrainingSet);
export const serializePlan = serializer(Plan);
export const serializeTrial = serializer(Trial);
export const serializeCue = serializer(Cue);
export const serializeProgram = serializer(Program);

const serializeWholePerson = serializer(Person);

/** What other people see: only name, picture and location unless the profile is public (R78). */
export const serializePerson = (row: Parameters<typeof serializeWholePerson>[0]): Person => ({
  ...serializeWholePerson(row),
  ...(row.profileVisibility !== 'public' && { bio: null, sports: null }),
});

/** @param other the person of the pair who is not the reader */
export const serializeFriendship = (
  row: typeof friendships.$inferSelect,
  other: Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>,
): Friendship => ({
  id: row.id,
  userId: row.userId,
  friendId: row.friendId,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  friendFirstName: other.firstName,
  friendLastName: other.lastName,
  // Visible to the recipient of a request and between partners (R71).
  friendEmail: row.status === 'accepted' || row.userId === other.id ? other.email : null,
  friendProfileImageUrl: other.profileImageUrl,
  version: row.version,
});

export const serializeConflict = (row: typeof conflicts.$inferSelect): Conflict => ({
  id: row.id,
  ownerId: row.ownerId,
  entity: row.entity,
  entityId: row.entityId,
  field: row.field,
  kept: row.kept.value,
  other: row.other.value,
  createdAt: row.createdAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
  version: row.version,
});

/** Columns hold what the contract says, except that times are dates: ISO text in the contract, and named `…At`. */
type Columns<Row> = { [Field in keyof Row]: Field extends `${string}At` ? Date | Extract<Row[Field], null> : Row[Field] };

function serializer<Schema extends z.ZodMiniObject>(schema: Schema) {
  const fields = Object.keys(schema.shape);
  return (row: Columns<z.infer<Schema>>): z.infer<Schema> => {
    const columns: Readonly<Record<string, unknown>> = row;
    const answer: Record<string, unknown> = {};
    for (const field of fields) {
      const value = columns[field];
      answer[field] = value instanceof Date ? value.toISOString() : value;
    }
    return answer as z.infer<Schema>;
  };
}
