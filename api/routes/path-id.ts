import type { Context } from 'hono';
import { id } from '../contract/text.ts';
import { notFound } from '../errors.ts';
import type { AppEnv } from '../services.ts';

/** An id of the path. @throws Refusal 404: a malformed id cannot name a row */
export function mustBeId(c: Context<AppEnv>, name: string): string {
  const parsed = id.safeParse(c.req.param(name));
  if (!parsed.success) throw notFound();
  return parsed.data;
}
