import type * as z from 'zod/mini';
import { Refusal } from '../errors.ts';

const OTHERWISE = 'This is not filled in as it should be';

/**
 * What the contract makes of something sent.
 * @throws Refusal 400 with a message per field, led by the first in the order of the contract
 */
export function parsePayload<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.');
    // A person reads these: an issue without words of its own says what all unexpected input is told.
    if (field !== '' && !Object.hasOwn(fields, field)) fields[field] = issue.message === 'Invalid input' ? OTHERWISE : issue.message;
  }
  throw new Refusal('invalid', Object.values(fields)[0] ?? OTHERWISE, Object.keys(fields).length > 0 ? { fields } : {});
}
