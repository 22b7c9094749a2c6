import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, plainText, row, words } from './columns.ts';

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
    /**
     * All words of this list and, behind `=`, all sports, each on a line of its own between line ends, in order: so that a
     * walk along one word knows of the others without leaving the row. Null where they fill too much, and for sports.
     */
    traits: plainText('traits'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.list, table.word] }),
    // With the traits in it a walk reads nothing but the index. The longest that all columns may be fits a page's third.
    index('listed_people_word').on(table.list, table.word, table.sortName, table.userId, table.traits),
    index('listed_people_county').on(table.location, table.list, table.word, table.sortName, table.userId, table.traits),
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
