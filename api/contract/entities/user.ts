import * as z from 'zod/mini';
import { MESSAGES } from '../errors.ts';
import { BIO_MAX, NAME_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { COUNTIES, PROFILE_VISIBILITIES, SPORTS } from '../places-and-sports.ts';
import { id, isDistinct, objectPath, requiredText, text } from '../text.ts';

/** The signed-in person's own record, as GET /api/auth/user returns it and the `profile` entity syncs it. */
export const Profile = z.object({
  id,
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  bio: z.string(),
  location: z.nullable(z.string()),
  sports: z.array(z.string()),
  profileVisibility: z.enum(PROFILE_VISIBILITIES),
  profileImageUrl: z.nullable(z.string()),
  version: z.int(),
});
export type Profile = z.infer<typeof Profile>;

export const SignedInUser = z.extend(Profile, { isAdmin: z.boolean() });
export type SignedInUser = z.infer<typeof SignedInUser>;

/**
 * Another person as the reader may see them. Bio and sports are null if the profile is private. Never includes the
 * email.
 */
export const Person = z.object({
  id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  location: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  profileVisibility: z.enum(PROFILE_VISIBILITIES),
  bio: z.nullable(z.string()),
  sports: z.nullable(z.array(z.string())),
  version: z.int(),
});
export type Person = z.infer<typeof Person>;

/** A search result: the person with their dogs' names (R73). */
export const FoundPerson = z.extend(Person, { dogNames: z.array(z.string()) });
export type FoundPerson = z.infer<typeof FoundPerson>;

export const ProfilePatch = z.partial(
  z.object({
    firstName: requiredText(NAME_MAX, MESSAGES.namesRequired),
    lastName: requiredText(NAME_MAX, MESSAGES.namesRequired),
    bio: text(BIO_MAX),
    location: z.nullable(z.union([z.enum(COUNTIES), z.literal('')], 'Please choose a county from the list')),
    sports: z.array(z.enum(SPORTS, 'Please choose sports from the list')).check(z.refine(isDistinct, 'Each sport once')),
    profileVisibility: z.enum(PROFILE_VISIBILITIES, 'A profile is public or private'),
    profileImageUrl: z.nullable(objectPath),
  }),
);
export type ProfilePatch = z.infer<typeof ProfilePatch>;

export const PROFILE_MERGE: Record<keyof ProfilePatch, MergeKind> = {
  firstName: 'scalar',
  lastName: 'scalar',
  bio: 'text',
  location: 'scalar',
  sports: 'list',
  profileVisibility: 'scalar',
  profileImageUrl: 'scalar',
};
