import { DrizzleQueryError } from 'drizzle-orm';
import { ProgramFailed } from './media/ports/run-bounded.ts';

/** An error as the log shows it. It holds no message text: messages quote notes, addresses and files. */
export interface LoggedError {
  type: string;
  code?: string;
  /** HTTP or SMTP status of another server's answer. */
  status?: number;
  syscall?: string;
  command?: string;
  reason?: string;
  exit?: number | string;
  /** SQL with placeholders, never with values. */
  query?: string;
  schema?: string;
  table?: string;
  column?: string;
  constraint?: string;
  routine?: string;
  stack?: string[];
  cause?: LoggedError;
  errors?: LoggedError[];
}

const CAUSES_MOST = 5;
const QUERY_MOST = 500;
const FRAME = /^\s+at .*(?::\d+:\d+\)?|\(native\)|<anonymous>\)?)$/;

const name = /^[A-Za-z_$][\w$.]{0,60}$/;
const code = /^[A-Za-z0-9_]{1,60}$/;
const identifier = /^[a-z_][a-z0-9_]{0,62}$/i;
const words = /^[A-Z][A-Z ]{1,30}$/;

type Field = string | number | undefined;

/**
 * Reduces an error to its class, codes, the database's own names, and where it was thrown. Drops its message
 * and every property that is not on this list.
 */
export function logError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: thrown === null ? 'null' : typeof thrown };
  const error = thrown as Error & Record<string, unknown>;
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: unknown } };
  const fields: Record<string, Field> = {
    code: text(error['code'], code),
    status: whole(metadata?.httpStatusCode) ?? whole(error['responseCode']) ?? whole(error['status']) ?? whole(error['statusCode']),
    syscall: text(error['syscall'], code),
    command: text(error['command'], words),
    reason: thrown instanceof ProgramFailed ? thrown.reason : undefined,
    exit: thrown instanceof ProgramFailed ? thrown.exit : undefined,
    // Drizzle's text has placeholders instead of values.
    query: thrown instanceof DrizzleQueryError ? thrown.query.slice(0, QUERY_MOST) : undefined,
    // pg and PGlite use the same names for these.
    schema: text(error['schema'], identifier),
    table: text(error['table'], identifier),
    column: text(error['column'], identifier),
    constraint: text(error['constraint'], identifier),
    routine: text(error['routine'], identifier),
  };
  const goesOn = depth < CAUSES_MOST;
  const several = goesOn && error instanceof AggregateError ? error.errors.slice(0, CAUSES_MOST) : [];
  return {
    type: typeOf(error),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    stack: framesOf(error),
    ...(error.cause !== undefined && goesOn && { cause: logError(error.cause, depth + 1) }),
    ...(several.length > 0 && { errors: several.map((one) => logError(one, depth + 1)) }),
  };
}

/** The AWS client distinguishes kinds of errors by `name` alone. */
const typeOf = (error: Error): string =>
  [error.name, error.constructor.name].find((given) => given !== 'Error' && text(given, name)) ?? 'Error';

const text = (value: unknown, shape: RegExp): string | undefined => (typeof value === 'string' && shape.test(value) ? value : undefined);
const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined);

/**
 * The stack frames after the message. Empty if the message changed after the error was created: the frames are then
 * indistinguishable from it.
 */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message);
  if (at < 0) return [];
  const below = stack.slice(at + message.length);
  return below
    .slice(below.indexOf('\n') + 1)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim());
}
