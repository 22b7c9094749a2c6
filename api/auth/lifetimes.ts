import { WAITLIST_KEPT_DAYS } from '../contract/limits.ts';

/** How long sign-ins and attempts last (R12, R15). */
export const SIGN_IN_SECONDS = 90 * 24 * 60 * 60;
/** Minimum interval between writes of a sign-in's last use, so that most reads cost no write. */
export const LAST_USE_SECONDS = 60 * 60;
export const ATTEMPT_SECONDS = 10 * 60;
/** The browser keeps an attempt's token longer, so that someone whose code has expired need not retype the email. */
export const ATTEMPT_COOKIE_SECONDS = 60 * 60;
export const CODE_TRIES = 5;
/** Browsers keep cookies for 400 days at most. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60;
/** How long wrong codes are remembered after the last one, for the mail to their address. */
export const WRONG_CODES_SECONDS = 365 * 24 * 60 * 60;

/** How long an address waits for access (R370). */
export const WAITLIST_SECONDS = WAITLIST_KEPT_DAYS * 24 * 60 * 60;

export const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);
