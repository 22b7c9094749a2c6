import * as z from 'zod/mini';
import { MESSAGES } from './errors.ts';
import { EMAIL_MAX } from './limits.ts';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

// PostgreSQL cannot store NUL, and a lone surrogate cannot be sent as UTF-8. Everything else round-trips.
export const isStorable = (value: string) => !value.includes('\0') && !LONE_SURROGATE.test(value);

// A leading byte order mark is an encoding marker, not text; PGlite drops it on reading.
const withoutMark = z.overwrite<string>((value) => value.replace(/^\uFEFF+/, ''));

/** Whether a text is not blank. */
export const isFilled = (value: string) => value.trim() !== '';

export const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

const storable = z.refine<string>(isStorable, 'This text has a character that cannot be stored');

// Build messages lazily: the first number formatted costs a phone a tenth of a second at start.

/** Text of at most `max` UTF-16 code units; may be empty. */
export const text = (max: number) =>
  z
    .string('Must be text')
    .check(withoutMark, z.maxLength(max, { error: () => `At most ${max.toLocaleString('en-GB')} characters` }), storable);

/** Like `text`, but rejects blank values with `message`. */
export const requiredText = (max: number, message: string) =>
  z
    .string(message)
    .check(
      withoutMark,
      z.refine(isFilled, message),
      z.maxLength(max, { error: () => `At most ${max.toLocaleString('en-GB')} characters` }),
      storable,
    );

/** A list of non-blank texts; repeats are allowed. At most `most` items of at most `max` code units each. */
export const textList = (most: number, max: number, what: string) =>
  z.array(requiredText(max, 'Must not be blank')).check(z.maxLength(most, `At most ${most} ${what}`));

/** An id made by client or server: any RFC 9562 UUID, normalised to lower case. */
export const id = z.uuid('Must be a UUID').check(z.toLowerCase());

/** A UUID derived from names (RFC 9562, section 5.5), so others can compute it before it is used. */
export const isDerivedId = (value: string) => /^.{14}5/.test(value);

export const NOT_RANDOM = 'Must be a random UUID';

/**
 * An id that a client chose for a new row. Derived ids are refused: another person could compute one, try to take it, and
 * learn from the conflict whether it is in use (docs/decisions/0085).
 */
export const newRowId = id.check(z.regex(/^.{14}[^5]/, NOT_RANDOM));

/** An existing calendar date without a zone, YYYY-MM-DD. */
export const date = z.iso.date('Please enter a date').check(z.refine((value) => value >= '1900-01-01', 'This date is too early'));

const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(9999, 0, 1);

/** An ISO 8601 time with a zone, kept to the millisecond. */
export const moment = z.iso.datetime({ offset: true, error: 'Must be a date and time' }).check(
  z.refine((value) => {
    const at = Date.parse(value);
    return at >= EARLIEST && at < LATEST;
  }, 'Must be a date and time'),
);

/** A time as the server writes it. */
export const stamp = z.string();

/** The last valid zone. Validating costs a phone milliseconds, and most sessions share the previous one's zone. */
let knownZone: string | null = null;

const isZone = (value: string) => {
  if (value === knownZone) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    knownZone = value;
    return true;
  } catch {
    return false;
  }
};

/** An IANA time zone such as Europe/London. */
export const zone = z.string().check(z.maxLength(64), z.refine(isZone, 'Must be a time zone'));

/** The path that finalize returns: an unguessable name under /objects/. */
export const objectPath = z.string().check(z.regex(/^\/objects\/[A-Za-z0-9_-]{32,64}$/, 'Must be the path of an uploaded object'));

/**
 * Folds only A to Z (R14). `toLowerCase` turns the KELVIN SIGN into k, so two different addresses would become one
 * (docs/decisions/0083).
 */
export const foldEmail = (address: string) => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** An address as R22 demands: non-empty, with an at sign. */
export const email = z.string(MESSAGES.emailInvalid).check(
  z.trim(),
  z.overwrite(foldEmail),
  z.maxLength(EMAIL_MAX, MESSAGES.emailInvalid),
  z.refine((value) => value.includes('@') && isStorable(value), MESSAGES.emailInvalid),
);

/** An address that codes can be sent to: one at sign with text around it, no spaces or control characters. */
export const mailableEmail = email.check(
  z.refine((value) => /^[^\s@\p{Cc}<>"(),:;]+@[^\s@\p{Cc}<>"(),:;]+$/u.test(value), MESSAGES.emailInvalid),
);
