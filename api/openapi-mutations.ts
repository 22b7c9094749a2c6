import { MUTATION_NAMES, MUTATIONS, type MutationName } from './contract/mutations.ts';
import { NOTES } from './openapi-calls.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { IDEMPOTENCY_KEY, paramsIn, pathParameters, USER } from './openapi-parameters.ts';
import { describedAs, done, json, NOT_JSON, ref, withBody } from './openapi-parts.ts';
import { CONFLICTS, INVALID, refusals, refusalWith } from './openapi-refusals.ts';
import { SUMMARIES } from './openapi-summaries.ts';
import { messagesOf } from './openapi-schemas.ts';

const NOT_A_KEY = 'Idempotency-Key must be a UUID';
// These delete their row, so they have nothing to answer.
const ANSWERS_NOTHING: readonly string[] = ['friendships.delete', 'friendships.withdraw', 'blocks.delete'];

function successOf(name: MutationName) {
  const row = json(ANSWERS_NOTHING.includes(name) ? { type: 'object' } : ref(MUTATIONS[name].entity));
  if (name === 'cues.import') return { ...done(201, 'Imported', row), ...done(200, 'Imported before', row) };
  if (name === 'blocks.create') return { ...done(201, 'Blocked', row), ...done(200, 'Blocked before', row) };
  return name.endsWith('.create') || name === 'friendships.join' ? done(201, 'Created', row) : done(200, 'Done', row);
}

/** The calls that a device can queue. */
export function addMutations(paths: OpenApiDocument['paths']) {
  for (const name of MUTATION_NAMES) {
    const { method, path, entity, payload } = MUTATIONS[name];
    const isMissing =
      paramsIn(path).length > 0 || name === 'friendships.create' || name === 'friendships.join' || name === 'reports.create';
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      summary: SUMMARIES[name],
      ...describedAs(NOTES[name], 'For people with beta access.'),
      tags: [entity],
      parameters: [...pathParameters(path), IDEMPOTENCY_KEY, USER],
      ...withBody(payload),
      responses: {
        ...successOf(name),
        ...refusalWith(400, [...messagesOf(payload), ...(INVALID[name] ?? []), NOT_JSON, NOT_A_KEY]),
        ...refusals(401, 403, ...(isMissing ? [404 as const] : []), 408, 413, 415, 422, 429, 500, 503, 507),
        ...refusalWith(409, CONFLICTS[name] ?? []),
      },
    };
  }
}
