import * as z from 'zod/mini';
import { PUSH_ENDPOINT_MAX } from './limits.ts';
import { PUSH_KINDS } from './push-kinds.ts';
import { id } from './text.ts';

export const PushKind = z.enum(PUSH_KINDS);
export type PushKind = z.infer<typeof PushKind>;

const base64Url = (bytes: number) =>
  z.string().check(
    z.regex(/^[A-Za-z0-9_-]+={0,2}$/, 'Must be base64url'),
    z.refine((value) => base64UrlBytes(value) === bytes, `Must be ${bytes} bytes`),
  );

const base64UrlBytes = (value: string) => Math.floor((value.replace(/=+$/, '').length * 3) / 4);

/** A browser's push endpoint and the keys to encrypt for it (Push API, section 8; RFC 8291, section 2). */
export const PushSubscriptionRequest = z.object({
  endpoint: z
    .string()
    .check(z.maxLength(PUSH_ENDPOINT_MAX, `At most ${PUSH_ENDPOINT_MAX} characters`), z.regex(/^https?:\/\/[^\s]+$/, 'Must be an address')),
  keys: z.object({
    /** An uncompressed point on P-256. */
    p256dh: base64Url(65),
    auth: base64Url(16),
  }),
  kinds: z.array(PushKind).check(z.maxLength(PUSH_KINDS.length, `At most ${PUSH_KINDS.length}`)),
});
export type PushSubscriptionRequest = z.infer<typeof PushSubscriptionRequest>;

export const PushKeyAnswer = z.object({
  /** The server's own public key, an uncompressed point on P-256 in base64url (RFC 8292, section 3.2). */
  publicKey: z.string(),
});

export const PushSubscriptionAnswer = z.object({ id });

/** The encrypted message for one browser: who, what kind of event and where to show it. The text itself is never sent. */
export const PushMessage = z.object({
  kind: PushKind,
  /** The person that this message is for. A device of another person shows nothing of it. */
  to: id,
  /** Full name of the person who acted; null if they have not given one. */
  from: z.nullable(z.string()),
  /** The session concerned. */
  videoId: z.nullable(id),
  /** Identifies the notification this one replaces. People who share a name have different tags. */
  tag: z.optional(z.string()),
});
export type PushMessage = z.infer<typeof PushMessage>;
