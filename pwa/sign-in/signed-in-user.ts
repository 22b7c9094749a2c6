import type { SignedInUser } from '../../api/contract/entities/user.ts';

/**
 * Whether the value has the contract's shape of a `SignedInUser`. Hand-written, because the contract's schemas would double
 * the code that loads before the first cards; a test compares the two.
 */
export function isSignedInUser(value: unknown): value is SignedInUser {
  if (typeof value !== 'object' || value === null) return false;
  const user: Partial<Record<keyof SignedInUser, unknown>> = value;
  return (
    typeof user.id === 'string' &&
    UUID.test(user.id) &&
    [user.email, user.firstName, user.lastName, user.location, user.profileImageUrl].every(isTextOrNull) &&
    typeof user.bio === 'string' &&
    Array.isArray(user.sports) &&
    user.sports.every((sport) => typeof sport === 'string') &&
    (user.profileVisibility === 'public' || user.profileVisibility === 'private') &&
    Number.isSafeInteger(user.version) &&
    typeof user.isAdmin === 'boolean' &&
    (user.isAdult === undefined || user.isAdult === null || typeof user.isAdult === 'boolean')
  );
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
