import { ERRORS } from './contract/errors.ts';
import { type LoggedError, logError } from './log-error.ts';

const HIDDEN = '[hidden]';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Shown = null | string | number | LoggedError;
type Show = (value: unknown) => Shown;

const shaped =
  (shape: RegExp): Show =>
  (value) =>
    typeof value === 'string' && shape.test(value) ? value : HIDDEN;
const number: Show = (value) => (typeof value === 'number' ? value : HIDDEN);
const moment: Show = (value) => (value === null ? null : value instanceof Date ? value.toISOString() : HIDDEN);
const id = shaped(/^[0-9a-f-]{36}$/i);
/** A proxy's may have no hyphens (`request-log.ts`). */
const requestId = shaped(/^[0-9a-f-]{32,36}$/i);

/**
 * All fields that a log line may hold besides level, time and message, and the shape of each. Add new fields here,
 * but never text that a person typed.
 */
export const LOG_FIELDS = {
  err: logError,
  requestId,
  userId: id,
  subscriptionId: id,
  method: (value) => (METHODS.has(String(value)) ? String(value) : HIDDEN),
  /** The route that answered, with the ids of the path filled in (`request-log.ts`). */
  route: shaped(/^[\w/:*.-]{1,200}$/),
  status: number,
  ms: number,
  attempts: number,
  /** An error code of the API. */
  code: (value) => (Object.hasOwn(ERRORS, String(value)) ? String(value) : HIDDEN),
  /** A part of the program. */
  what: shaped(/^[a-z -]{1,30}$/),
  /** A random name, or a path that ends in one. */
  object: shaped(/^(?:\/objects\/)?[A-Za-z0-9_-]{32,64}$/),
  abandonedUploads: number,
  unusedObjects: number,
  setAside: number,
  /** Files that an admin reclaimed. */
  reclaimed: number,
  changed: number,
  failed: number,
  /** Number of feeds in a poke. */
  feeds: number,
  /** Media files without a row, among those that a sweep visited. */
  unknown: number,
  seen: number,
  lastSweep: moment,
  now: moment,
  agesUntil: moment,
  restoredAt: moment,
} satisfies Record<string, Show>;

/** Fields of a log line. A key that is not on the list does not compile. */
export type LogFields = { [Key in keyof typeof LOG_FIELDS]?: unknown };
