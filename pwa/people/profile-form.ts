import * as z from 'zod/mini';
import { type Profile, ProfilePatch } from '../../api/contract/entities/user.ts';
import { SPORTS } from '../../api/contract/places-and-sports.ts';

/** Form values of Edit Profile: the contract's fields as their inputs hold them. */
export interface ProfileForm {
  firstName: string;
  lastName: string;
  bio: string;
  /** A county, or '' for none. */
  location: string;
  sports: string[];
  isPublic: boolean;
}

const { firstName, lastName, bio, location, sports } = ProfilePatch.shape;

const schema = z.object({ firstName, lastName, bio, location, sports, isPublic: z.boolean() });

/** The contract's rules and messages. Needs a cast: its types for county and sports are narrower than the inputs' strings. */
export const ProfileFormSchema = schema as unknown as z.ZodMiniType<ProfileForm, ProfileForm>;

export const formOf = (profile: Profile): ProfileForm => ({
  firstName: profile.firstName ?? '',
  lastName: profile.lastName ?? '',
  bio: profile.bio,
  location: profile.location ?? '',
  sports: inOrder(profile.sports),
  isPublic: profile.profileVisibility === 'public',
});

/** Includes only changed fields, to keep another device's edits of the other fields. Texts are trimmed (R80). */
export function patchOf(values: ProfileForm, changed: readonly (keyof ProfileForm)[]): ProfilePatch {
  const { isPublic, ...rest } = values;
  const whole = {
    ...rest,
    firstName: rest.firstName.trim(),
    lastName: rest.lastName.trim(),
    bio: rest.bio.trim(),
    location: rest.location || null,
    sports: inOrder(rest.sports),
    isPublic,
  };
  const { isPublic: shown, ...patch } = Object.fromEntries(
    Object.entries(whole).filter(([field]) => changed.includes(field as keyof ProfileForm)),
  );
  return { ...patch, ...(shown !== undefined && { profileVisibility: shown ? 'public' : 'private' }) } as ProfilePatch;
}

/** Sorts sports in R63's order. */
const inOrder = (chosen: readonly string[]): string[] => SPORTS.filter((sport) => chosen.includes(sport));
