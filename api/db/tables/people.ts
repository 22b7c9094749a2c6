import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, bytes, plainText, row, words } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** A to Z in lower case (R14); null for a person of a provider that verified no email. */
    email: text('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    bio: text('bio').notNull().default(''),
    location: text('location'),
    sports: text('sports').array().notNull().default(sql`'{}'`),
    /** Profiles start private (R78). */
    profileVisibility: text('profile_visibility', { enum: ['public', 'private'] })
      .notNull()
      .default('private'),
    profileImageUrl: text('profile_image_url'),
    /** As the person has answered; null until then (R378). */
    isAdult: boolean('is_adult'),
    /** Set only for the first person of a server without ADMIN_EMAILS; admins named there are not stored. */
    isAdmin: boolean('is_admin').notNull().default(false),
    /** First and last name without case and accents: the sort order of Community. Written with the profile. */
    sortName: text('sort_name').notNull().default(''),
    nameWords: words('name_words').notNull().default(sql`''`),
    /** The words of the person's name and of their dogs' names. */
    searchWords: words('search_words').notNull().default(sql`''`),
    /** When beta access was removed; until it is granted again, the person is absent for others (R170). */
    removedAt: at('removed_at'),
    /** When the account is deleted, unless its person keeps it; absent for others until then. */
    deleteAt: at('delete_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_profile_image').on(table.profileImageUrl).where(sql`profile_image_url is not null`),
    // Holds few people, so checking that someone is present costs next to nothing.
    index('users_removed').on(table.id).where(sql`removed_at is not null`),
    index('users_delete_at').on(table.deleteAt).where(sql`delete_at is not null`),
    // Lists of people include neither private profiles nor removed people, so the indexes don't either.
    index('users_public').on(table.sortName, table.id).where(sql`profile_visibility = 'public' and removed_at is null`),
    index('users_public_county')
      .on(table.location, table.sortName, table.id)
      .where(sql`profile_visibility = 'public' and removed_at is null`),
  ],
);

/**
 * People with a public profile, by word or sport. Each list is an index range in its own order, so a page costs the
 * same for any number of people. A trigger on `users` maintains it (function `list_people` in its migration), so it
 * stays correct for every writer.
 */
export const listedPeople = pgTable(
  'listed_people',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What `word` is: `name` a word of the person's name, `any` a word of that or of a dog's name, `sport` a sport. */
    list: text('list', { enum: ['name', 'any', 'sport'] }).notNull(),
    word: plainText('word').notNull(),
    sortName: text('sort_name').notNull(),
    location: text('location'),
    /**
     * All words of this list and all sports (prefixed `=`), sorted, one per line. A scan along one word can check the
     * others without leaving the row. Null if they take too much space, and for sports.
     */
    traits: plainText('traits'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.list, table.word] }),
    // Includes the traits for index-only scans. All columns at their maximum length fit a third of a page.
    index('listed_people_word').on(table.list, table.word, table.sortName, table.userId, table.traits),
    index('listed_people_county').on(table.location, table.list, table.word, table.sortName, table.userId, table.traits),
  ],
);

export const friendships = pgTable(
  'friendships',
  {
    id: row.id,
    /** The requester. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The recipient. */
    friendId: uuid('friend_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: ['pending', 'accepted'] }).notNull(),
    /** By a link that its recipient gave the requester, or that the requester gave (R377). */
    byLink: boolean('by_link').notNull().default(false),
    createdAt: row.createdAt,
    version: row.version,
  },
  (table) => [
    // One row per pair, no matter who asked: requests in both directions meet here.
    uniqueIndex('friendships_pair').on(sql`least(${table.userId}, ${table.friendId})`, sql`greatest(${table.userId}, ${table.friendId})`),
    index('friendships_user').on(table.userId),
    index('friendships_friend').on(table.friendId),
  ],
);

/** Who has blocked whom. Neither of the two finds the other; `isBlocked` is the condition. */
export const blocks = pgTable(
  'blocks',
  {
    id: row.id,
    /** Who blocked. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** No reference: blocking an id tells nothing about its person, not even that there is one. */
    blockedId: uuid('blocked_id').notNull(),
    /** The blocked person's, at that time. */
    name: text('name').notNull(),
    createdAt: row.createdAt,
    version: row.version,
  },
  (table) => [uniqueIndex('blocks_pair').on(table.userId, table.blockedId), index('blocks_blocked').on(table.blockedId)],
);

/** Requests that were declined: the sender may not ask again for `ASK_AGAIN_DAYS`. */
export const declinedRequests = pgTable(
  'declined_requests',
  {
    /** Who asked. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    friendId: uuid('friend_id')
      .notNull()
      .references(() => users.id),
    declinedAt: at('declined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.friendId] }),
    index('declined_requests_friend').on(table.friendId),
    index('declined_requests_at').on(table.declinedAt),
  ],
);

/** Links to become partners (R377). A used link goes. */
export const partnerLinks = pgTable(
  'partner_links',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** Hash of the secret that sends its owner a request. Null once the link is kept for someone. */
    requestHash: bytes('request_hash'),
    /** Hash of the secret that makes the two partners at once. Null once the link is kept for someone. */
    partnerHash: bytes('partner_hash'),
    /** A person without beta access, whom it waits for. */
    keptBy: uuid('kept_by').references(() => users.id),
    /** Which secret that person had; null until it is kept. */
    isDirect: boolean('is_direct'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('partner_links_request').on(table.requestHash),
    uniqueIndex('partner_links_partner').on(table.partnerHash),
    index('partner_links_owner').on(table.ownerId),
    uniqueIndex('partner_links_kept').on(table.keptBy, table.ownerId).where(sql`kept_by is not null`),
    index('partner_links_expires').on(table.expiresAt),
  ],
);

/**
 * Accounts that were erased, so that a backup from before does not bring them back (docs/decisions/0150). The person's row
 * goes last, so `users` is no reference here.
 */
export const erasedAccounts = pgTable('erased_accounts', {
  userId: uuid('user_id').primaryKey(),
  begunAt: at('begun_at').notNull(),
  /** Null until everything of the account is gone. */
  doneAt: at('done_at'),
});

/** Private addresses of calendars. Each ends when its person revokes it or loses beta access. */
export const calendarAddresses = pgTable(
  'calendar_addresses',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    tokenHash: bytes('token_hash').notNull(),
    madeAt: at('made_at').notNull(),
  },
  (table) => [uniqueIndex('calendar_addresses_token').on(table.tokenHash)],
);
