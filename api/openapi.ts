import { ENTITIES, type EntityName } from './contract/entities.ts';
import { ERRORS } from './contract/errors.ts';
import { Poke } from './contract/sync-protocol.ts';
import { TAGS } from './openapi-calls.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { addMutations } from './openapi-mutations.ts';
import { addOnlineCalls } from './openapi-online-calls.ts';
import { OTHER_PATHS } from './openapi-other-paths.ts';
import { REFUSAL_COMPONENTS } from './openapi-refusals.ts';
import { schemaOf } from './openapi-schemas.ts';
import { rateInWords } from './rate-in-words.ts';

const ABOUT = [
  'A training log for serious dog trainers.',
  'Sign in at /api/login with a browser; calls carry its cookie. A browser may send POST, PUT, PATCH and DELETE only from pages of the server’s own origin: another Origin, or Sec-Fetch-Site other than same-origin and none, is answered 403. Clients that send neither header are accepted.',
  'Bodies are JSON in UTF-8. Unknown fields are ignored. Texts are counted in UTF-16 code units; NUL and lone surrogates are refused. A leading byte order mark is dropped.',
  'Lists are arrays of at most 1,000 rows, the next page is in the Link header (RFC 8288). Times are ISO 8601, in UTC from the server. Ids are UUIDs (RFC 9562), stored in lower case; creating calls also take one from the client.',
  `A refused call has changed nothing. Its body is an Error: the message is for people, the code for programs. A 429 or 503 says in Retry-After how many seconds to wait. Requests of each person are limited to ${rateInWords('everything')}; limits of single calls are in their descriptions.`,
  'Left out are the forms of the sign-in pages (/api/login, /api/login/code, /api/login/callback, /api/logout): only those pages and the provider send them, and they change together with the pages. So are the checks for operators (/api/health, /api/ready, /api/metrics, /api/doctor, /api/doctor/database, /api/doctor/stream, /api/address) and this description (/api/openapi.json, /api/docs).',
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
      contact: { name: 'The operator of this server' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ signIn: [] }],
    paths,
    components: {
      securitySchemes: {
        signIn: { type: 'apiKey', in: 'cookie', name: 'longline', description: 'Under TLS, its name is __Host-longline.' },
      },
      schemas: {
        ...Object.fromEntries(entities),
        Poke: schemaOf(Poke),
        Error: {
          type: 'object',
          required: ['message', 'code', 'requestId'],
          properties: {
            message: { type: 'string', description: 'A message for people.' },
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
