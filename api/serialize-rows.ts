import type { Comment } from './contract/entities/comment.ts';
import type { Conflict } from './contract/entities/conflict.ts';
import type { Cue } from './contract/entities/cue.ts';
import type { Dog, PartnerDog } from './contract/entities/dog.ts';
import type { Friendship } from './contract/entities/friendship.ts';
import type { Program } from './contract/entities/program.ts';
import type { Person, Profile } from './contract/entities/user.ts';
import type { Video } from './contract/entities/video.ts';
import type { comments, conflicts, cues, dogs, programs, videos } from './db/tables/training.ts';
import type { friendships, users } from './db/tables/people.ts';

/**
 * Database rows in the contract's shape. Reads, mutation answers and feeds all use these, so that a row looks the same
 * everywhere and no internal column leaks.
 */

const stampOrNull = (moment: Date | null) => moment?.toISOString() ?? null;

type UserRow = typeof users.$inferSelect;

export const serializeProfile = (row: UserRow): Profile => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  bio: row.bio,
  location: row.location,
  sports: row.sports,
  profileVisibility: row.profileVisibility,
  profileImageUrl: row.profileImageUrl,
  version: row.version,
});

/** What other people see: only name, picture and location of a private profile (R78). */
export const serializePerson = (
  row: Omit<UserRow, 'email' | 'isAdmin' | 'sortName' | 'nameWords' | 'searchWords' | 'createdAt' | 'updatedAt'>,
): Person => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  location: row.location,
  profileImageUrl: row.profileImageUrl,
  profileVisibility: row.profileVisibility,
  bio: row.profileVisibility === 'public' ? row.bio : null,
  sports: row.profileVisibility === 'public' ? row.sports : null,
  version: row.version,
});

export const serializeDog = (row: typeof dogs.$inferSelect): Dog => ({
  id: row.id,
  ownerId: row.ownerId,
  name: row.name,
  breed: row.breed,
  birthdate: row.birthdate,
  titles: row.titles,
  image: row.image,
  notes: row.notes,
  retiredAt: stampOrNull(row.retiredAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: stampOrNull(row.deletedAt),
  version: row.version,
});

export const serializePartnerDog = (row: typeof dogs.$inferSelect): PartnerDog => ({
  id: row.id,
  ownerId: row.ownerId,
  name: row.name,
  image: row.image,
  version: row.version,
});

export const serializeVideo = (row: Omit<typeof videos.$inferSelect, 'trainedDay' | 'formerDogId'>): Video => ({
  id: row.id,
  ownerId: row.ownerId,
  title: row.title,
  description: row.description,
  dogId: row.dogId,
  videoUrl: row.videoUrl,
  thumbnailUrl: row.thumbnailUrl,
  mediaType: row.mediaType,
  durationSeconds: row.durationSeconds,
  derived: row.derived,
  shared: row.shared,
  trainedAt: row.trainedAt.toISOString(),
  trainedZone: row.trainedZone,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: stampOrNull(row.deletedAt),
  version: row.version,
});

export const serializeComment = (row: typeof comments.$inferSelect): Comment => ({
  id: row.id,
  videoId: row.videoId,
  userId: row.userId,
  content: row.content,
  createdAt: row.createdAt.toISOString(),
  deletedAt: stampOrNull(row.deletedAt),
  version: row.version,
});

/** @param other the person of the pair who is not the reader */
export const serializeFriendship = (
  row: typeof friendships.$inferSelect,
  other: Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>,
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

export const serializeCue = (row: Omit<typeof cues.$inferSelect, 'searchWords'>): Cue => ({
  id: row.id,
  ownerId: row.ownerId,
  name: row.name,
  sport: row.sport,
  difficulty: row.difficulty,
  description: row.description,
  steps: row.steps,
  visibility: row.visibility,
  importedFromId: row.importedFromId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: stampOrNull(row.deletedAt),
  version: row.version,
});

export const serializeProgram = (row: Omit<typeof programs.$inferSelect, 'formerDogId'>): Program => ({
  id: row.id,
  ownerId: row.ownerId,
  name: row.name,
  dogId: row.dogId,
  goal: row.goal,
  cues: row.cues,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: stampOrNull(row.deletedAt),
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
  deletedAt: stampOrNull(row.deletedAt),
  version: row.version,
});
