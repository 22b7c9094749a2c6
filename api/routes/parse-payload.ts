import type * as z from 'zod/mini';
import { Refusal } from '../errors.ts';

export const OTHERWISE = 'This is not filled in correctly';

/**
 * Parses input with a schema of the contract.
 * @throws Refusal 400 with a message per field; the main message is the first in the order of the contract
 */
export function parsePayload<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.');
    // People read these messages, so replace zod's default text.
    if (field !== '' && !Object.hasOwn(fields, field)) fields[field] = issue.message === 'Invalid input' ? OTHERWISE : issue.message;
  }
  throw new Refusal('invalid', Object.values(fields)[0] ?? OTHERWISE, Object.keys(fields).length > 0 ? { fields } : {});
}
