/** How long sign-ins and attempts last (design section 6). */
export const SIGN_IN_SECONDS = 90 * 24 * 60 * 60;
/** The last use of a sign-in is written at most this often, so that reading costs no write. */
export const LAST_USE_SECONDS = 60 * 60;
export const ATTEMPT_SECONDS = 10 * 60;
/** The browser keeps an attempt's token longer, so that whoever comes late need not type all again. */
export const ATTEMPT_COOKIE_SECONDS = 60 * 60;
export const CODE_TRIES = 5;

export const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);
