import { type DestinationStream, pino } from 'pino';
import type { Env } from './env.ts';
import { LOG_FIELDS, type LogFields } from './log-fields.ts';

/** Structured logs, one JSON object per line. An interface, so that tests can read the lines. */
export interface Log {
  debug(about: LogFields, message: string): void;
  info(about: LogFields, message: string): void;
  warn(about: LogFields, message: string): void;
  error(about: LogFields, message: string): void;
}

/**
 * Logs go to stderr; stdout is for the person at the terminal, such as a sign-in code. At every level, a line holds
 * only the fields that `LOG_FIELDS` allows (docs/decisions/0066).
 */
export const createLog = ({ logLevel }: Pick<Env, 'logLevel'>, to: DestinationStream = pino.destination({ fd: 2, sync: true })): Log =>
  pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { log: withAllowedFields } }, to);

function withAllowedFields(about: object): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(about)) {
    if (value === undefined || !Object.hasOwn(LOG_FIELDS, key)) continue;
    line[key] = LOG_FIELDS[key as keyof LogFields](value);
  }
  return line;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
