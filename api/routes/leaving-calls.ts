import type { MutationName } from '../contract/mutations.ts';
import { sameValue } from '../contract/same-value.ts';

const isAny = () => true;
const isOnly = (allowed: object) => (payload: unknown) => sameValue(payload, allowed);

/** The changes that remain after beta access was removed (R170): turning links off, going private, deleting. */
const LEAVING: Partial<Record<MutationName, (payload: unknown) => boolean>> = {
  'videos.unshare': isAny,
  'videos.delete': isAny,
  'dogs.delete': isAny,
  'cues.delete': isAny,
  'programs.delete': isAny,
  'comments.delete': isAny,
  'sets.delete': isAny,
  'plans.delete': isAny,
  'trials.delete': isAny,
  'cues.update': isOnly({ visibility: 'private' }),
  'trials.update': isOnly({ shownToPartners: false }),
  'profile.update': isOnly({ profileVisibility: 'private' }),
};

export const isLeavingCall = (name: MutationName, payload: unknown): boolean => LEAVING[name]?.(payload) ?? false;
