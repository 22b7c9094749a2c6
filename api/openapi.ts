import * as z from 'zod/mini';
import type { OnlineCall } from './contract/call.ts';
import { ENTITIES, type EntityName } from './contract/entities.ts';
import { ERRORS } from './contract/errors.ts';
import { MUTATION_NAMES, MUTATIONS } from './contract/mutations.ts';
import { ONLINE_CALLS } from './contract/online-calls.ts';
import type { Json, OpenApiDocument } from './openapi-document.ts';
import { OTHER_PATHS } from './openapi-other-paths.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A payload or an answer as JSON Schema. A transform is described by its input. */
const schemaOf = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
  return described as Json;
};

const json = (schema: Json) => ({ 'application/json': { schema } });
const answered = (schema: Json | undefined) => ({
  '2XX': { description: 'Done', ...(schema && { content: json(schema) }) },
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Refused' },
});

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'email' ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }));

function queryParameters(query: z.ZodMiniType | undefined) {
  const properties = (query ? schemaOf(query)['properties'] : {}) as Record<string, Json>;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    // Query strings are text. The server coerces numbers in them, which JSON Schema cannot express.
    schema: name === 'limit' ? { type: 'integer', minimum: 1, maximum: 1_000 } : schema,
  }));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A UUID for this change, known for 90 days. A repeat under the same key gets the first answer; after a day, the first status and the row as it is then, or its id and version if it is gone.',
  schema: { type: 'string', format: 'uuid' },
};

const withBody = (payload: z.ZodMiniType | undefined) =>
  payload && { requestBody: { required: !payload.safeParse(undefined).success, content: json(schemaOf(payload)) } };

// These delete their row, so they have nothing to answer.
const ANSWERS_NOTHING: readonly string[] = ['friendships.delete', 'friendships.withdraw'];

function addMutations(paths: OpenApiDocument['paths']) {
  for (const name of MUTATION_NAMES) {
    const { method, path, summary, entity, payload } = MUTATIONS[name];
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      summary,
      tags: [entity],
      parameters: [...pathParameters(path), IDEMPOTENCY_KEY],
      ...withBody(payload),
      responses: answered(ANSWERS_NOTHING.includes(name) ? { type: 'object' } : ref(entity)),
    };
  }
}

function addOnlineCalls(paths: OpenApiDocument['paths']) {
  for (const [name, call] of Object.entries(ONLINE_CALLS) as [string, OnlineCall][]) {
    const { method, path, summary, query, payload, answer, access } = call;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      summary,
      tags: [name.split('.')[0] ?? name],
      ...(access === 'anyone' && { security: [] }),
      ...(access === 'admin' && { description: 'For admins.' }),
      parameters: [...pathParameters(path), ...queryParameters(query)],
      ...withBody(payload),
      responses: answered(answer && schemaOf(answer)),
    };
  }
}

/**
 * The published description of the API (OpenAPI 3.1). It is generated from the contract's two tables of calls,
 * so that it always matches the routes.
 */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = structuredClone(OTHER_PATHS);
  addMutations(paths);
  addOnlineCalls(paths);
  const entities = (Object.keys(ENTITIES) as EntityName[]).map((name) => [name, schemaOf(ENTITIES[name])]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Longline',
      version: '1',
      description:
        'A training log for serious dog trainers. Sign in at /api/login with a browser; calls carry its cookie. ' +
        'Lists are arrays of at most 1,000 rows, the next page is in the Link header (RFC 8288). ' +
        'Unknown fields are ignored. Times are ISO 8601.',
    },
    security: [{ signIn: [] }],
    paths,
    components: {
      securitySchemes: { signIn: { type: 'apiKey', in: 'cookie', name: 'longline', description: '__Host-longline where TLS is.' } },
      schemas: {
        ...Object.fromEntries(entities),
        Error: {
          type: 'object',
          required: ['message', 'code', 'requestId'],
          properties: {
            message: { type: 'string', description: 'What a person may read.' },
            code: { type: 'string', enum: Object.keys(ERRORS) },
            fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Message by field.' },
            requestId: { type: 'string', format: 'uuid' },
          },
        },
      },
      responses: { Refused: { description: 'Refused; nothing has changed.', content: json(ref('Error')) } },
    },
  };
}
