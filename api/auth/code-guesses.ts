import type { RateName } from '../contract/limits.ts';
import type { Services } from '../services.ts';
import { awaitsFirstAdmin } from './first-admin.ts';
import { countBack, countWithin, isUsedUp } from './rate-limits.ts';
import { CODE_DIGITS, LONG_CODE_DIGITS, hashEmail } from './tokens.ts';

/** Where a sign-in comes from: an address, and a device that has signed in with it before (`known-devices.ts`). */
export interface SignInFrom {
  email: string;
  deviceId: string | null;
}

type Bound = readonly [name: RateName, who: string];

/** The bounds that a guess counts against (R162, R163). */
async function boundsOf(services: Services, { email, deviceId }: SignInFrom): Promise<Bound[]> {
  const own: Bound = deviceId ? ['guessesPerDevice', deviceId] : ['guessesPerEmail', hashEmail(services.env.sessionSecret, email)];
  return (await awaitsFirstAdmin(services, services.db)) ? [own, ['guessesBeforeAdmin', 'server']] : [own];
}

/** The length of a new code. It is long while a bound is used up, so that guessing never locks the owner out. */
export async function digitsOfNewCode(services: Services, from: SignInFrom): Promise<number> {
  for (const [name, who] of await boundsOf(services, from)) if (await isUsedUp(services, name, who)) return LONG_CODE_DIGITS;
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
  // A long code needs no bound but its tries.
  const bounds = digits > CODE_DIGITS ? [] : await boundsOf(services, from);
  let allowed = true;
  for (const [name, who] of bounds) allowed = (await countWithin(services, name, who)).isWithin && allowed;
  return {
    allowed,
    async takeBack() {
      for (const [name, who] of bounds) await countBack(services, name, who);
    },
  };
}
