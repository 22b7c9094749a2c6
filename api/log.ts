import { pino } from 'pino';
import type { Env } from './env.ts';

/** Structured logs, one JSON object a line. A type of our own, so that a test can listen in. */
export interface Log {
  debug(about: object, message: string): void;
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

/** Logs go to stderr: stdout is for what a person at the terminal should read, such as a sign-in code. */
export const createLog = ({ logLevel }: Pick<Env, 'logLevel'>): Log =>
  pino(
    { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['*.cookie', '*.authorization', '*.code', '*.token'] },
    pino.destination({ fd: 2, sync: true }),
  );

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
