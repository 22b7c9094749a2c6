import * as z from 'zod/mini';
import { MESSAGES } from '../errors.ts';
import { BIO_MAX, NAME_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { COUNTIES, PROFILE_VISIBILITIES, SPORTS } from '../places-and-sports.ts';
import { id, isDistinct, objectPath, requiredText, text } from '../text.ts';

/** What a person says about themselves, and who may see it. */
const OwnRecord = z.object({
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

/** The signed-in person's own record, as the `profile` entity syncs it. */
export const Profile = z.extend(OwnRecord, {
  /** Whether the person is 18 or older, as they say; null until they have answered (R378). */
  isAdult: z.nullable(z.boolean()),
});
export type Profile = z.infer<typeof Profile>;

/** The answer of GET /api/auth/user. */
export const SignedInUser = z.extend(OwnRecord, {
  isAdmin: z.boolean(),
  /** Absent in what apps of earlier builds have cached. */
  isAdult: z.optional(z.nullable(z.boolean())),
});
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

/** A person says their age once. */
export const AgeAnswer = z.object({ isAdult: z.boolean() });

/** Refuses a second answer that differs from the first. */
export const AGE_SAID = 'You have answered this before. The people who run this server can correct the answer.';

/** Refuses what people under 18 cannot do (R378). */
export const UNDER_18 = {
  profile: 'Under 18, a profile stays private',
  cue: 'Under 18, a cue is private or for training partners',
  link: 'Under 18, a session has no public link',
  asks: 'Under 18, you find training partners by link only',
} as const;

export const PROFILE_MERGE: Record<keyof ProfilePatch, MergeKind> = {
  firstName: 'scalar',
  lastName: 'scalar',
  bio: 'text',
  location: 'scalar',
  sports: 'list',
  profileVisibility: 'scalar',
  profileImageUrl: 'scalar',
};
