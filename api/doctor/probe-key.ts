import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '../env.ts';

/** Carries the key with which `npm run doctor` asks the server about itself. */
export const PROBE_HEADER = 'X-Longline-Doctor';

const VALID_MS = 300_000;

const signed = ({ sessionSecret }: Pick<Env, 'sessionSecret'>, moment: string): string =>
  createHmac('sha256', sessionSecret).update(`doctor ${moment}`).digest('base64url');

/** A key for the next five minutes. Doctor and server share the secret, and nothing else has to. */
export const newProbeKey = (env: Pick<Env, 'sessionSecret'>, now: Date): string => `${now.getTime()}.${signed(env, String(now.getTime()))}`;

export function isProbeKey(env: Pick<Env, 'sessionSecret'>, key: string | undefined, now: Date): boolean {
  const [moment = '', signature = ''] = (key ?? '').split('.');
  const [given, expected] = [signature, signed(env, moment)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Math.abs(now.getTime() - Number(moment)) <= VALID_MS;
}
