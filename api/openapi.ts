import type * as z from 'zod/mini';
import type { OnlineCall } from './contract/call.ts';
import { ENTITIES, type EntityName } from './contract/entities.ts';
import { ERRORS } from './contract/errors.ts';
import { LIST_MAX } from './contract/limits.ts';
import { MUTATION_NAMES, MUTATIONS, type MutationName } from './contract/mutations.ts';
import { ONLINE_CALLS, type OnlineCallName } from './contract/online-calls.ts';
import { Poke, USER_HEADER } from './contract/sync-protocol.ts';
import { email } from './contract/text.ts';
import { NOTES, TAGS } from './openapi-calls.ts';
import type { Json, OpenApiDocument } from './openapi-document.ts';
import { OTHER_PATHS } from './openapi-other-paths.ts';
import { CONFLICTS, INVALID, REFUSAL_COMPONENTS, refusals, refusalWith } from './openapi-refusals.ts';
import { messagesOf, schemaOf } from './openapi-schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json) => ({ 'application/json': { schema } });

const LINK = {
  Link: { description: 'Addresses of next pages, with rel="next" (RFC 8288). Absent on the last page.', schema: { type: 'string' } },
};
const POKES = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description: 'Events named poke, with a Poke as their data. Lines that begin with a colon are comments.',
      contentMediaType: 'application/json',
      contentSchema: ref('Poke'),
    },
    example: 'event: poke\ndata: {"feeds":["own:5f0c6a52-3b0e-4c58-9d1a-0d4c3b1d2e6f"]}\n\n',
  },
};

const done = (status: number, description: string, content: Json | undefined, headers?: Json) => ({
  [status]: { description, ...(headers && { headers }), ...(content && { content }) },
});

const PATH_NOTES: Readonly<Record<string, string>> = {
  id: 'The id of the row.',
  videoId: 'The id of the session.',
  cueId: 'The id of the cue.',
  email: 'The e-mail address.',
};
const paramsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const pathParameters = (path: string) =>
  paramsIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_NOTES[name],
    schema: name === 'email' ? schemaOf(email) : { type: 'string', format: 'uuid' },
  }));

const QUERY_NOTES: Readonly<Record<string, string>> = {
  limit: 'Rows of a page at most.',
  cursor: 'Where the page begins, from the Link header.',
  waitlistCursor: 'Where the page of the waitlist begins, from the Link header.',
  betaAccessCursor: 'Where the page of the testers begins, from the Link header.',
};

function queryParameters(query: z.ZodMiniType | undefined) {
  const properties = (query ? schemaOf(query)['properties'] : {}) as Record<string, Json>;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(QUERY_NOTES[name] && { description: QUERY_NOTES[name] }),
    // Query strings are text. The server coerces numbers in them, which JSON Schema cannot express.
    schema: name === 'limit' ? { type: 'integer', minimum: 1, maximum: LIST_MAX } : schema,
  }));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A UUID for this change. A repeat under the same key gets the first answer, for 90 days.',
  schema: { type: 'string', format: 'uuid' },
};
const USER = {
  name: USER_HEADER,
  in: 'header',
  description: 'The id of the person who made this change or read these cursors. If someone else is signed in: 401.',
  schema: { type: 'string', format: 'uuid' },
};

const withBody = (payload: z.ZodMiniType | undefined) =>
  payload && { requestBody: { required: !payload.safeParse(undefined).success, content: json(schemaOf(payload)) } };

const describedAs = (...sentences: readonly (string | undefined)[]) => ({ description: sentences.filter(Boolean).join(' ') });

// These delete their row, so they have nothing to answer.
const ANSWERS_NOTHING: readonly string[] = ['friendships.delete', 'friendships.withdraw'];

const NOT_JSON = 'This is not valid JSON';
const NOT_A_KEY = 'Idempotency-Key must be a UUID';
const NOT_A_CURSOR = ['This cursor does not fit this list', 'Use the cursor of the Link header'];

function successOf(name: MutationName) {
  const row = json(ANSWERS_NOTHING.includes(name) ? { type: 'object' } : ref(MUTATIONS[name].entity));
  if (name === 'cues.import') return { ...done(201, 'Imported', row), ...done(200, 'Imported before', row) };
  return name.endsWith('.create') ? done(201, 'Created', row) : done(200, 'Done', row);
}

function addMutations(paths: OpenApiDocument['paths']) {
  for (const name of MUTATION_NAMES) {
    const { method, path, summary, entity, payload } = MUTATIONS[name];
    const isMissing = paramsIn(path).length > 0 || name === 'friendships.create';
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      summary,
      ...describedAs(NOTES[name], 'For people with beta access.'),
      tags: [entity],
      parameters: [...pathParameters(path), IDEMPOTENCY_KEY, USER],
      ...withBody(payload),
      responses: {
        ...successOf(name),
        ...refusalWith(400, [...messagesOf(payload), ...(INVALID[name] ?? []), NOT_JSON, NOT_A_KEY]),
        ...refusals(401, 403, ...(isMissing ? [404 as const] : []), 408, 413, 415, 422, 429, 500, 503),
        ...refusalWith(409, CONFLICTS[name] ?? []),
      },
    };
  }
}

const ACCESS = {
  anyone: 'For everyone, without a sign-in.',
  'signed-in': 'For everyone who is signed in.',
  beta: 'For people with beta access.',
  admin: 'For admins.',
} as const;
const CREATING: readonly OnlineCallName[] = ['waitlist.join', 'admin.grant', 'push.subscribe'];
const NAMES_PERSON: readonly OnlineCallName[] = [
  'sync.pull',
  'sync.batch',
  'objects.upload',
  'videos.finalize',
  'auth.keepKey',
  'auth.returnKeepKey',
  'push.subscribe',
];
/** Calls whose path names nothing that could be missing. */
const NEVER_MISSING: readonly OnlineCallName[] = ['admin.remove', 'push.unsubscribe'];
const VERSIONED: readonly OnlineCallName[] = ['sync.pull', 'sync.batch'];
const STORING: readonly OnlineCallName[] = ['objects.upload', 'videos.finalize'];

function onlineRefusals(name: OnlineCallName, { method, path, query, payload, access }: OnlineCall) {
  const asked = query ? [...messagesOf(query), ...NOT_A_CURSOR] : [];
  const sent = payload ? [...messagesOf(payload), NOT_JSON] : [];
  const ofPath = path.includes('{email}') ? messagesOf(email) : [];
  const isMissing = (paramsIn(path).length > 0 && !NEVER_MISSING.includes(name)) || name === 'videos.finalize';
  return {
    ...refusalWith(400, [...asked, ...sent, ...ofPath, ...(INVALID[name] ?? [])]),
    ...refusals(
      ...(access === 'anyone' ? [] : [401 as const]),
      ...(access === 'anyone' && method === 'GET' ? [] : [403 as const]),
      ...(isMissing ? [404 as const] : []),
      ...(name === 'sync.batch' ? [409 as const] : []),
      ...(payload ? ([408, 413, 415] as const) : []),
      ...(VERSIONED.includes(name) ? [426 as const] : []),
      ...([429, 500, 503] as const),
      ...(STORING.includes(name) ? [507 as const] : []),
    ),
    ...refusalWith(409, CONFLICTS[name] ?? []),
  };
}

function addOnlineCalls(paths: OpenApiDocument['paths']) {
  for (const [name, call] of Object.entries(ONLINE_CALLS) as [OnlineCallName, OnlineCall][]) {
    const { method, path, summary, query, payload, answer, access = 'beta' } = call;
    const queried = queryParameters(query);
    const isPaged = queried.some((parameter) => parameter.name === 'limit');
    const content = answer ? json(schemaOf(answer)) : POKES;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      summary,
      ...describedAs(NOTES[name], ACCESS[access]),
      tags: [name.split('.')[0] ?? name],
      ...(access === 'anyone' && { security: [] }),
      parameters: [...pathParameters(path), ...queried, ...(NAMES_PERSON.includes(name) ? [USER] : [])],
      ...withBody(payload),
      responses: {
        ...done(CREATING.includes(name) ? 201 : 200, 'Done', content, isPaged ? LINK : undefined),
        ...onlineRefusals(name, call),
      },
    };
  }
}

const ABOUT = [
  'A training log for serious dog trainers.',
  'Sign in at /api/login with a browser; calls carry its cookie. A browser may send POST, PUT, PATCH and DELETE only from pages of the server’s own origin: another Origin, or Sec-Fetch-Site other than same-origin and none, is answered 403. Clients that send neither header are accepted.',
  'Bodies are JSON in UTF-8. Unknown fields are ignored. Texts are counted in UTF-16 code units; NUL and lone surrogates are refused. A leading byte order mark is dropped.',
  'Lists are arrays of at most 1,000 rows, the next page is in the Link header (RFC 8288). Times are ISO 8601, in UTC from the server. Ids are UUIDs (RFC 9562), stored in lower case; creating calls also take one from the client.',
  'A refused call has changed nothing. Its body is an Error: the message is for people, the code for programs. A 429 or 503 says in Retry-After how many seconds to wait. Each person may send 3,000 requests a minute; limits of single calls are in their descriptions.',
  'Files go to the uploadURL of objects.upload, as one PUT or by tus 1.0.0 (HEAD, PATCH, DELETE); then videos.finalize makes an object of the upload.',
].join('\n\n');

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
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Whoever runs this server' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ signIn: [] }],
    paths,
    components: {
      securitySchemes: { signIn: { type: 'apiKey', in: 'cookie', name: 'longline', description: '__Host-longline where TLS is.' } },
      schemas: {
        ...Object.fromEntries(entities),
        Poke: schemaOf(Poke),
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
      responses: REFUSAL_COMPONENTS,
    },
  };
}
