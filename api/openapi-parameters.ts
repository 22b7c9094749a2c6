import type * as z from 'zod/mini';
import { KEY_KEPT_DAYS, LIST_MAX } from './contract/limits.ts';
import { USER_HEADER } from './contract/sync-protocol.ts';
import { email } from './contract/text.ts';
import type { Json } from './openapi-document.ts';
import { schemaOf } from './openapi-schemas.ts';

const PATH_NOTES: Readonly<Record<string, string>> = {
  id: 'The id of the row.',
  videoId: 'The id of the session.',
  cueId: 'The id of the cue.',
  email: 'The email address.',
};
export const paramsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
export const pathParameters = (path: string) =>
  paramsIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_NOTES[name],
    schema: name === 'email' ? schemaOf(email) : { type: 'string', format: 'uuid' },
  }));

const QUERY_NOTES: Readonly<Record<string, string>> = {
  limit: 'Rows of a page at most.',
  list: 'Which reports: those that wait for a decision, appeals that do, or what was decided.',
  cursor: 'Where the page begins, from the Link header.',
  waitlistCursor: 'Where the page of the waitlist begins, from the Link header.',
  betaAccessCursor: 'Where the page of the testers begins, from the Link header.',
  before: 'Only sessions trained up to this moment.',
  search: 'What to search for. Empty lists everything.',
  query: 'Words to search for. Empty finds nothing.',
  county: 'Only people of this county. Empty, or all, means any.',
  sport: 'Only this sport. Empty, or all, means any.',
  difficulty: 'Only cues of this difficulty. Empty, or all, means any.',
};

export function queryParameters(query: z.ZodMiniType | undefined) {
  const properties = (query ? schemaOf(query)['properties'] : {}) as Record<string, Json>;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    description: QUERY_NOTES[name],
    // Query strings are text. The server coerces numbers in them, which JSON Schema cannot express.
    schema: name === 'limit' ? { type: 'integer', minimum: 1, maximum: LIST_MAX } : schema,
  }));
}

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `A UUID for this change, known for ${KEY_KEPT_DAYS} days. A repeat under the same key gets the first answer; after a day, the first status and the row as it is then, or its id and version if it is gone.`,
  schema: { type: 'string', format: 'uuid' },
};
export const USER = {
  name: USER_HEADER,
  in: 'header',
  description: 'The id of the person whose queue, cursors, upload or call this is. If someone else is signed in: 401.',
  schema: { type: 'string', format: 'uuid' },
};
