import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DEVICE_KINDS, type KeepKeyAnswer } from '../../contract/online-calls.ts';
import { at, bytes } from './columns.ts';
import { users } from './people.ts';

/** A provider's identity for a person: (issuer, subject), never an unverified claim. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_user').on(table.userId)],
);

/** Signed-in browsers. The cookie holds the token; the table stores only its SHA-256. */
export const signIns = pgTable(
  'sign_ins',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
    /** Identifies the sign-in in its owner's list (R166), which never shows the token. */
    id: uuid('id').notNull().defaultRandom(),
    device: text('device', { enum: DEVICE_KINDS }),
    /** Such as 'Firefox on Linux'. */
    browser: text('browser'),
  },
  (table) => [index('sign_ins_user').on(table.userId), index('sign_ins_last_used').on(table.lastUsedAt)],
);

/** A person's key pair (JWK) for encrypting unsynced work on a device. The private key is sent to no one else. */
export const lockedWorkKeys = pgTable('keep_keys', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  publicKey: jsonb('public_key').$type<KeepKeyAnswer['publicKey']>().notNull(),
  privateKey: jsonb('private_key').$type<KeepKeyAnswer['privateKey']>().notNull(),
  createdAt: at('created_at').notNull(),
});

/** Key pairs that devices returned to this database after it was restored from a backup older than the pairs. */
export const returnedLockedWorkKeys = pgTable(
  'returned_keep_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The public key's coordinates, which identify the pair. */
    keyId: text('key_id').notNull(),
    publicKey: jsonb('public_key').$type<KeepKeyAnswer['publicKey']>().notNull(),
    privateKey: jsonb('private_key').$type<KeepKeyAnswer['privateKey']>().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.keyId] })],
);

/** One row per sign-in attempt in progress: an emailed code, or a provider's state and nonce. Single use. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of the attempt's token, which only the browser that started it holds. */
    tokenHash: bytes('token_hash').primaryKey(),
    email: text('email'),
    codeHash: bytes('code_hash'),
    codeDigits: integer('code_digits').notNull().default(6),
    triesLeft: integer('tries_left').notNull().default(5),
    /** Provider's code verifier, state and nonce, and the `prompt` that was sent. */
    provider: jsonb('provider').$type<{ state: string; nonce: string; codeVerifier: string; prompt?: 'select_account' | 'login' }>(),
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

/** Admin actions, with who and when (R110). An admin whose account was erased is no longer named. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: uuid('id').primaryKey(),
    adminId: uuid('admin_id').references(() => users.id),
    action: text('action', { enum: ['grant', 'remove'] }).notNull(),
    email: text('email').notNull(),
    at: at('at').notNull(),
  },
  (table) => [index('admin_actions_at').on(table.at, table.id)],
);
