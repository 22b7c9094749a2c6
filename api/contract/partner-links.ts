import * as z from 'zod/mini';
import { linkSecret } from './entities/friendship.ts';
import { id } from './text.ts';

/** An unused link of one's own. */
export const PartnerLink = z.object({
  id,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** A person without beta access keeps it until they have it. No one else can use it. */
  isKept: z.boolean(),
});
export type PartnerLink = z.infer<typeof PartnerLink>;

/**
 * A new link. Its person chooses at the field, perhaps without a connection, what it does: so it has two secrets, and the use of one
 * ends both. Only this answer has them: the server keeps hashes.
 */
export const NewPartnerLink = z.extend(PartnerLink, {
  secrets: z.object({
    /** Sends its person a request. */
    request: linkSecret,
    /** Makes the two partners at once. */
    partner: linkSecret,
  }),
});
export type NewPartnerLink = z.infer<typeof NewPartnerLink>;

export const OpenLinkRequest = z.object({ secret: linkSecret });

/** Whose link it is, for someone who has its secret. Says no more of its person, whose profile may be private. */
export const OpenedLink = z.object({
  firstName: z.nullable(z.string()),
  /** It makes the two partners at once. */
  isDirect: z.boolean(),
  /** It is the caller's own. */
  isOwn: z.boolean(),
});
export type OpenedLink = z.infer<typeof OpenedLink>;
