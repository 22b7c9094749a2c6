import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DerivedKind } from '../contract/derived-kind.ts';
import type { PushKind } from '../contract/push.ts';
import type { KeepKeyAnswer } from '../contract/online-calls.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * Words that a search may begin with, made by `searchWords` and stored as they are: PostgreSQL's own parsers would
 * need an extension to ignore accents, and a GIN index over bare lexemes answers prefixes on PGlite as well.
 */
const words = customType<{ data: readonly string[] }>({
  dataType: () => 'tsvector',
  // Words are letters and digits only, so that quoting them is all that an array's literal takes.
  toDriver: (list) => sql`array_to_tsvector(${`{${list.map((word) => `"${word}"`).join(',')}}`}::text::text[])`,
});

/** Text in the order of its code points, so that a beginning is a range of an index whatever the database's locale is. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** What every synced row has. A version is raised by each change, so that an older copy never replaces a newer one. */
const row = {
  id: uuid('id').primaryKey(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  /** Restorable for 30 days, then a bare tombstone in the feeds (design section 7, decision 22). */
  deletedAt: at('deleted_at'),
  version: integer('version').notNull().default(1),
};

// ---- People and doors -------------------------------------------------------------------------------------------

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Lower case; null for a provider's user without a verified e-mail. */
    email: text('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    bio: text('bio').notNull().default(''),
    location: text('location'),
    sports: text('sports').array().notNull().default(sql`'{}'`),
    /** Profiles start private (decision 5). */
    profileVisibility: text('profile_visibility', { enum: ['public', 'private'] }).notNull().default('private'),
    profileImageUrl: text('profile_image_url'),
    /** Only for the first person of a server without ADMIN_EMAILS; those are admins by configuration. */
    isAdmin: boolean('is_admin').notNull().default(false),
    /** First and last name without case and accents: the order of Community. Written with the profile. */
    sortName: text('sort_name').notNull().default(''),
    nameWords: words('name_words').notNull().default(sql`''`),
    /** The name's words and those of the person's dogs. */
    searchWords: words('search_words').notNull().default(sql`''`),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_profile_image').on(table.profileImageUrl).where(sql`profile_image_url is not null`),
    // Private profiles are in no list of people, so no index of people holds them.
    index('users_public').on(table.sortName, table.id).where(sql`profile_visibility = 'public'`),
    index('users_public_county').on(table.location, table.sortName, table.id).where(sql`profile_visibility = 'public'`),
  ],
);

/**
 * Where people with a public profile stand in the lists that a word or a sport picks: each list is a stretch of an index
 * in its own order, so that a page of it costs the same however many people there are. Kept by a trigger on `users`
 * (its migration's function `list_people`), so that it is right whatever writes there.
 */
export const listedPeople = pgTable(
  'listed_people',
  {
    userId: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    /** By a word of the name, by one of the name or of a dog's, by a sport. */
    list: text('list', { enum: ['name', 'any', 'sport'] }).notNull(),
    word: plainText('word').notNull(),
    sortName: text('sort_name').notNull(),
    location: text('location'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.list, table.word] }),
    index('listed_people_word').on(table.list, table.word, table.sortName, table.userId),
    index('listed_people_county').on(table.location, table.list, table.word, table.sortName, table.userId),
  ],
);

/** Who a provider says someone is: (issuer, subject), never an unverified claim. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull().references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_user').on(table.userId)],
);

/** Signed-in browsers. The cookie holds the token; the table only its SHA-256. */
export const signIns = pgTable(
  'sign_ins',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    userId: uuid('user_id').notNull().references(() => users.id),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
  },
  (table) => [index('sign_ins_user').on(table.userId), index('sign_ins_last_used').on(table.lastUsedAt)],
);

/** The pair of keys (JWK) of a person who locks unsynced work on a device; the private one goes to nobody else. */
export const keepKeys = pgTable('keep_keys', {
  userId: uuid('user_id').primaryKey().references(() => users.id),
  publicKey: jsonb('public_key').$type<KeepKeyAnswer['publicKey']>().notNull(),
  privateKey: jsonb('private_key').$type<KeepKeyAnswer['privateKey']>().notNull(),
  createdAt: at('created_at').notNull(),
});

/** One row per sign-in attempt under way: an e-mailed code, or a provider's state and nonce. Single use. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of the attempt's token, which only the browser that began it holds. */
    tokenHash: bytes('token_hash').primaryKey(),
    email: text('email'),
    codeHash: bytes('code_hash'),
    triesLeft: integer('tries_left').notNull().default(5),
    /** Provider's code verifier, state and nonce. */
    provider: jsonb('provider').$type<{ state: string; nonce: string; codeVerifier: string }>(),
    returnTo: text('return_to').notNull().default('/'),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('sign_in_attempts_expires').on(table.expiresAt)],
);

export const betaAccess = pgTable(
  'beta_access',
  { id: uuid('id').primaryKey(), email: text('email').notNull(), grantedAt: at('granted_at').notNull() },
  (table) => [uniqueIndex('beta_access_email').on(table.email)],
);

export const waitlist = pgTable(
  'waitlist',
  { id: uuid('id').primaryKey(), email: text('email').notNull(), createdAt: at('created_at').notNull() },
  (table) => [uniqueIndex('waitlist_email').on(table.email), index('waitlist_created').on(table.createdAt, table.id)],
);

/** What admins did, kept with who and when (decision 22). */
export const adminActions = pgTable('admin_actions', {
  id: uuid('id').primaryKey(),
  adminId: uuid('admin_id').notNull().references(() => users.id),
  action: text('action', { enum: ['grant', 'remove'] }).notNull(),
  email: text('email').notNull(),
  at: at('at').notNull(),
});

/** Fixed windows, shared by replicas: one row per limit and who it counts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    bucket: text('bucket').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: at('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets').on(table.resetsAt)],
);

// ---- The log ----------------------------------------------------------------------------------------------------

export const dogs = pgTable(
  'dogs',
  {
    ...row,
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    name: text('name').notNull(),
    breed: text('breed').notNull(),
    birthdate: date('birthdate').notNull(),
    titles: text('titles').array().notNull(),
    image: text('image'),
    notes: text('notes').notNull(),
    retiredAt: at('retired_at'),
  },
  (table) => [
    index('dogs_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('dogs_image').on(table.image).where(sql`image is not null`),
    index('dogs_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const videos = pgTable(
  'videos',
  {
    ...row,
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    dogId: uuid('dog_id'),
    videoUrl: text('video_url'),
    thumbnailUrl: text('thumbnail_url').notNull(),
    mediaType: text('media_type'),
    durationSeconds: doublePrecision('duration_seconds'),
    derived: text('derived').array().$type<DerivedKind[]>().notNull().default(sql`'{}'`),
    shared: boolean('shared').notNull(),
    trainedAt: at('trained_at').notNull(),
    trainedZone: text('trained_zone').notNull(),
    /** The day of trainedAt in trainedZone, so that training days are counted without knowing zones. */
    trainedDay: date('trained_day').notNull(),
    /** The dog that was deleted under this session: its restoring brings the name back. */
    formerDogId: uuid('former_dog_id'),
  },
  (table) => [
    foreignKey({ columns: [table.dogId], foreignColumns: [dogs.id] }),
    index('videos_owner').on(table.ownerId, table.trainedAt, table.id).where(sql`deleted_at is null`),
    index('videos_dog').on(table.dogId, table.trainedDay).where(sql`dog_id is not null`),
    index('videos_former_dog').on(table.formerDogId).where(sql`former_dog_id is not null`),
    index('videos_video_url').on(table.videoUrl).where(sql`video_url is not null`),
    index('videos_thumbnail_url').on(table.thumbnailUrl).where(sql`thumbnail_url <> ''`),
    index('videos_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const comments = pgTable(
  'comments',
  {
    id: row.id,
    videoId: uuid('video_id').notNull().references(() => videos.id),
    userId: uuid('user_id').notNull().references(() => users.id),
    content: text('content').notNull(),
    createdAt: row.createdAt,
    deletedAt: row.deletedAt,
    version: row.version,
  },
  (table) => [
    index('comments_video').on(table.videoId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('comments_user').on(table.userId),
    index('comments_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const friendships = pgTable(
  'friendships',
  {
    id: row.id,
    /** The requester. */
    userId: uuid('user_id').notNull().references(() => users.id),
    /** The recipient. */
    friendId: uuid('friend_id').notNull().references(() => users.id),
    status: text('status', { enum: ['pending', 'accepted'] }).notNull(),
    createdAt: row.createdAt,
    version: row.version,
  },
  (table) => [
    // One row for two people, whoever asked: crossed invites meet here.
    uniqueIndex('friendships_pair').on(sql`least(${table.userId}, ${table.friendId})`, sql`greatest(${table.userId}, ${table.friendId})`),
    index('friendships_user').on(table.userId),
    index('friendships_friend').on(table.friendId),
  ],
);

export const cues = pgTable(
  'cues',
  {
    ...row,
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    name: text('name').notNull(),
    sport: text('sport').notNull(),
    difficulty: text('difficulty', { enum: ['beginner', 'intermediate', 'advanced'] }).notNull(),
    description: text('description').notNull(),
    steps: text('steps').array().notNull(),
    visibility: text('visibility', { enum: ['private', 'friends', 'public'] }).notNull(),
    importedFromId: uuid('imported_from_id'),
    /** Words of name and description. */
    searchWords: words('search_words').notNull().default(sql`''`),
  },
  (table) => [
    index('cues_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('cues_public').on(table.createdAt, table.id).where(sql`visibility = 'public' and deleted_at is null`),
    index('cues_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('cues_public_search')
      .using('gin', table.searchWords)
      .where(sql`visibility = 'public' and deleted_at is null`),
  ],
);

export const programs = pgTable(
  'programs',
  {
    ...row,
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    name: text('name').notNull(),
    dogId: uuid('dog_id'),
    goal: text('goal'),
    cues: jsonb('cues').$type<{ cueId: string; orderIndex: number }[]>().notNull(),
    formerDogId: uuid('former_dog_id'),
  },
  (table) => [
    index('programs_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('programs_dog').on(table.dogId).where(sql`dog_id is not null`),
    index('programs_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('programs_former_dog').on(table.formerDogId).where(sql`former_dog_id is not null`),
  ],
);

/** Values that lost to a later arrival, for their author to take back. */
export const conflicts = pgTable(
  'conflicts',
  {
    id: row.id,
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    entity: text('entity').notNull(),
    entityId: uuid('entity_id').notNull(),
    field: text('field').notNull(),
    /** JSON values wrapped as {value}, since a bare null would be SQL's. */
    kept: jsonb('kept').$type<{ value: unknown }>().notNull(),
    other: jsonb('other').$type<{ value: unknown }>().notNull(),
    createdAt: row.createdAt,
    deletedAt: row.deletedAt,
    version: row.version,
  },
  (table) => [
    index('conflicts_owner').on(table.ownerId),
    index('conflicts_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

// ---- Sync -------------------------------------------------------------------------------------------------------

/**
 * `own:<user>`, `shown:<user>`, `inbox:<user>`. The head is raised under this row's lock in the writing transaction,
 * so that the order of positions is the order of commits.
 */
export const feeds = pgTable('feeds', {
  name: text('name').primaryKey(),
  head: bigint('head', { mode: 'number' }).notNull().default(0),
  /** Changes when the history does: after a restore from a backup. */
  epoch: uuid('epoch').notNull(),
  /** Tombstones at or below this position are gone: a cursor below it reads from the start. */
  horizon: bigint('horizon', { mode: 'number' }).notNull().default(0),
});

/** One entry per row in a feed, raised on each change, marked on deletion. */
export const feedEntries = pgTable(
  'feed_entries',
  {
    feed: text('feed').notNull(),
    entity: text('entity').notNull(),
    rowId: uuid('row_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    gone: boolean('gone').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feed, table.entity, table.rowId] }),
    uniqueIndex('feed_entries_position').on(table.feed, table.position),
    // The sessions that partners hold: at most PARTNER_SESSIONS_HELD a feed.
    index('feed_entries_held').on(table.feed).where(sql`entity = 'videos' and not gone`),
    index('feed_entries_gone').on(table.at).where(sql`${table.gone}`),
  ],
);

/** Answers already given, stored in the transaction of their effect and kept for 90 days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 of method, path and canonical JSON of the payload. */
    requestHash: bytes('request_hash').notNull(),
    status: integer('status').notNull(),
    body: jsonb('body').$type<{ value: unknown }>().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_created').on(table.createdAt)],
);

// ---- Web Push ---------------------------------------------------------------------------------------------------

/** The pair of keys (RFC 8292) that all replicas sign with: one row, made once, since browsers subscribe to its public half. */
export const pushKeys = pgTable('push_keys', {
  name: text('name').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: at('created_at').notNull(),
});

/** Browsers that are told of what is new. One goes with the sign-in that it was made under. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull().references(() => users.id),
    signInHash: bytes('sign_in_hash').notNull().references(() => signIns.tokenHash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    kinds: text('kinds').array().$type<PushKind[]>().notNull(),
    /** When the browser last said that it still listens. */
    heardAt: at('heard_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId, table.heardAt),
    index('push_subscriptions_sign_in').on(table.signInHash),
  ],
);

/** Pushes that are still to be sent. What came before under the same topic and was not sent yet is replaced. */
export const pushMessages = pgTable(
  'push_messages',
  {
    subscriptionId: uuid('subscription_id').notNull().references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** What replaces what: one request, one partner's sessions, the comments on one session. */
    topic: text('topic').notNull(),
    kind: text('kind').$type<PushKind>().notNull(),
    actorId: uuid('actor_id').notNull().references(() => users.id),
    videoId: uuid('video_id'),
    madeAt: at('made_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The next attempt; pushed ahead while a replica is at it. */
    dueAt: at('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.topic] }), index('push_messages_due').on(table.dueAt)],
);

// ---- Media ------------------------------------------------------------------------------------------------------

/** Uploads under way and those just finished; tus keeps the bytes' progress in its store, this row says whose they are. */
export const uploads = pgTable(
  'uploads',
  {
    /** Unguessable; the last part of uploadURL. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    /** Declared length in bytes; null while it is deferred. */
    size: bigint('size', { mode: 'number' }),
    createdAt: at('created_at').notNull(),
    /** Abandoned uploads go seven days after their last byte (decision 27). */
    lastByteAt: at('last_byte_at').notNull(),
    /** Bytes kept so far, as the last request left them: what counts for USER_MEDIA_BYTES before there is an object. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Set by finalize: a repeated finalize answers the same object. */
    objectPath: text('object_path'),
  },
  (table) => [index('uploads_owner').on(table.ownerId), index('uploads_last_byte').on(table.lastByteAt)],
);

/** Finished media under random paths. */
export const objects = pgTable(
  'objects',
  {
    /** /objects/… as clients name it. */
    path: text('path').primaryKey(),
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    mediaType: text('media_type').notNull(),
    /** Bytes as received, and SHA-256 of them in hex. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Bytes as served, and SHA-256 of them in hex: another where location was taken out. */
    servedSize: bigint('served_size', { mode: 'number' }).notNull(),
    servedSha256: text('served_sha256').notNull(),
    createdAt: at('created_at').notNull(),
    /** When the sweep first found that no row names it; null again when one does. */
    unusedSince: at('unused_since'),
    durationSeconds: doublePrecision('duration_seconds'),
    /** What was made of it by now. */
    derived: text('derived').array().$type<DerivedKind[]>().notNull().default(sql`'{}'`),
    /** The object that the server made this one of, and what it is to that: `poster`, `compatible`, `w480`. */
    derivedFrom: text('derived_from').references((): AnyPgColumn => objects.path, { onDelete: 'cascade' }),
    derivedKind: text('derived_kind'),
  },
  (table) => [
    index('objects_owner').on(table.ownerId),
    uniqueIndex('objects_derived').on(table.derivedFrom, table.derivedKind).where(sql`derived_from is not null`),
  ],
);

/** Objects that something is still to be made of, first come, first served. */
export const derivations = pgTable(
  'derivations',
  {
    objectPath: text('object_path').primaryKey().references(() => objects.path, { onDelete: 'cascade' }),
    kind: text('kind').$type<'video' | 'picture'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: at('due_at').notNull(),
  },
  (table) => [index('derivations_due').on(table.dueAt)],
);

/** Holds a resource across replicas until it expires: a tus upload, a periodic job. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  expiresAt: at('expires_at').notNull(),
  /** Somebody waits for it: the holder lets go at its next renewal. */
  wanted: boolean('wanted').notNull().default(false),
});
