import type { RateName } from '../contract/limits.ts';
import type { Services } from '../services.ts';
import { awaitsFirstAdmin } from './first-admin.ts';
import { countBack, countWithin, isUsedUp } from './rate-limits.ts';
import { CODE_DIGITS, LONG_CODE_DIGITS, hashEmail } from './tokens.ts';

/** Where a sign-in comes from: an email address, and the device if it has signed in with it before (`known-devices.ts`). */
export interface SignInFrom {
  email: string;
  deviceId: string | null;
}

type Bound = readonly [name: RateName, who: string];

/**
 * The bounds that a guess counts against (R162, R163): from each list, the first that is not used up. A known device has a
 * share of its own and then counts like any other, so copies of its cookie add no more than that one share.
 */
async function boundsOf(services: Services, { email, deviceId }: SignInFrom): Promise<Bound[][]> {
  const shared: Bound = ['guessesPerEmail', hashEmail(services.env.sessionSecret, email)];
  const own: Bound[] = deviceId ? [['guessesPerDevice', deviceId], shared] : [shared];
  return (await awaitsFirstAdmin(services, services.db)) ? [own, [['guessesBeforeAdmin', 'server']]] : [own];
}

/** The length of a new code. It is long while a bound is used up, so that guessing never locks the owner out. */
export async function digitsOfNewCode(services: Services, from: SignInFrom): Promise<number> {
  for (const bounds of await boundsOf(services, from)) {
    const used = await Promise.all(bounds.map(([name, who]) => isUsedUp(services, name, who)));
    if (used.every(Boolean)) return LONG_CODE_DIGITS;
  }
  return CODE_DIGITS;
}

export interface Guess {
  /** False: a bound is used up, so the code must not be compared. */
  allowed: boolean;
  /** Uncounts a guess that was correct. */
  takeBack(): Promise<void>;
}

/** Counts a guess before its code is compared, so that concurrent guesses cannot exceed a bound. */
export async function countGuess(services: Services, from: SignInFrom, digits: number): Promise<Guess> {
  // A long code is limited by its tries alone.
  const allBounds = digits > CODE_DIGITS ? [] : await boundsOf(services, from);
  const counted: (Bound | undefined)[] = [];
  for (const bounds of allBounds) counted.push(await countInFirst(services, bounds));
  return {
    allowed: !counted.includes(undefined),
    async takeBack() {
      for (const bound of counted) if (bound) await countBack(services, ...bound);
    },
  };
}

/** Counts against the first of these that is not used up. @returns that bound; undefined if all are used up */
async function countInFirst(services: Services, bounds: readonly Bound[]): Promise<Bound | undefined> {
  for (const [name, who] of bounds) if ((await countWithin(services, name, who)).isWithin) return [name, who];
  return undefined;
}
