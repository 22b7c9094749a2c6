import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PushKind } from '../../contract/push.ts';
import { at, bytes } from './columns.ts';
import { signIns } from './auth.ts';
import { users } from './people.ts';

/** The key pair (RFC 8292) that all replicas sign with. One row, created once: browsers subscribe to its public key. */
export const pushKeys = pgTable('push_keys', {
  name: text('name').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: at('created_at').notNull(),
});

/** Browsers that receive notifications. Each is deleted with the sign-in it was created under. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    signInHash: bytes('sign_in_hash')
      .notNull()
      .references(() => signIns.tokenHash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    kinds: text('kinds').array().$type<PushKind[]>().notNull(),
    /** When the browser last confirmed its subscription. */
    heardAt: at('heard_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId, table.heardAt),
    index('push_subscriptions_sign_in').on(table.signInHash),
  ],
);

/** Pushes waiting to be sent. A new one replaces an unsent one with the same topic. */
export const pushMessages = pgTable(
  'push_messages',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** Messages about the same thing have the same topic: a request, a partner's sessions, the comments on a session. */
    topic: text('topic').notNull(),
    kind: text('kind').$type<PushKind>().notNull(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    videoId: uuid('video_id'),
    madeAt: at('made_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt; moved ahead while a replica is sending. */
    dueAt: at('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.topic] }), index('push_messages_due').on(table.dueAt)],
);
