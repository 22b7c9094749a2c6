import * as z from 'zod/mini';
import { MESSAGES } from './errors.ts';
import { EMAIL_MAX } from './limits.ts';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

// NUL cannot be stored by PostgreSQL, a lone surrogate cannot be sent as UTF-8; all else comes back as it was sent.
const isStorable = (value: string) => !value.includes('\0') && !LONE_SURROGATE.test(value);

// A byte order mark at the start says how text was stored and is none itself; PGlite drops it on reading.
const withoutMark = z.overwrite<string>((value) => value.replace(/^\uFEFF+/, ''));

const storable = z.refine<string>(isStorable, 'This text has a character that cannot be kept');

// Messages are made when they are needed: the first number formatted costs a phone a tenth of a second at start.

/** Text of at most `max` UTF-16 code units; may be empty. */
export const text = (max: number) =>
  z.string('Must be text').check(withoutMark, z.maxLength(max, { error: () => `At most ${max.toLocaleString('en-GB')} characters` }), storable);

/** The same, refused with `message` when blank. */
export const requiredText = (max: number, message: string) =>
  z
    .string(message)
    .check(
      withoutMark,
      z.refine((value) => value.trim() !== '', message),
      z.maxLength(max, { error: () => `At most ${max.toLocaleString('en-GB')} characters` }),
      storable,
    );

/** A list of non-blank texts without repeats being an error; at most `most` of at most `max` each. */
export const textList = (most: number, max: number, what: string) =>
  z.array(requiredText(max, 'Must not be blank')).check(z.maxLength(most, `At most ${most} ${what}`));

/** An id made by a client or the server: any RFC 9562 UUID, compared in lower case. */
export const id = z.uuid('Must be a UUID').check(z.toLowerCase());

/** A calendar date without a zone, YYYY-MM-DD, that exists. */
export const date = z.iso
  .date('Please enter a date')
  .check(z.refine((value) => value >= '1900-01-01', 'This date is too far back'));

const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(9999, 0, 1);

/** A moment in ISO 8601 with a zone, kept to the millisecond. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Must be a date and time' })
  .check(
    z.refine((value) => {
      const at = Date.parse(value);
      return at >= EARLIEST && at < LATEST;
    }, 'Must be a date and time'),
  );

/** A moment as the server writes it. */
export const stamp = z.string();

/** The last that was one: asking costs a phone milliseconds, and most sessions are in the zone of the one before. */
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

/** The path that finalising an upload answers: an unguessable name under /objects/. */
export const objectPath = z
  .string()
  .check(z.regex(/^\/objects\/[A-Za-z0-9_-]{32,64}$/, 'Must be the path of an uploaded object'));

/** The specification's rule (section 5): non-empty, with an at sign. Kept in lower case (design section 6). */
export const email = z
  .string(MESSAGES.emailInvalid)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(EMAIL_MAX, MESSAGES.emailInvalid),
    z.refine((value) => value.includes('@') && isStorable(value), MESSAGES.emailInvalid),
  );

/** An e-mail that a code can be sent to: one at sign with text around it, no spaces or control characters. */
export const mailableEmail = email.check(
  z.refine((value) => /^[^\s@\p{Cc}<>"(),:;]+@[^\s@\p{Cc}<>"(),:;]+$/u.test(value), MESSAGES.emailInvalid),
);
