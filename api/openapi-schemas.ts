import * as z from 'zod/mini';
import { MUTATION_NAMES } from './contract/mutations.ts';
import { base } from './contract/mutations/effects.ts';
import { ENTITY_NAMES } from './contract/entities.ts';
import { PushSubscriptionRequest } from './contract/push.ts';
import { BatchRequest, Cursor, FeedEntry, FeedName, Operation, PullRequest, SYNC_VERSION_OLDEST } from './contract/sync-protocol.ts';
import { date, email, isDistinct, isFilled, isStorable, moment, objectPath, zone } from './contract/text.ts';
import type { Json } from './openapi-document.ts';
import { OTHERWISE } from './routes/parse-payload.ts';

const VERSION: Json = {
  minimum: SYNC_VERSION_OLDEST,
  description: 'Version of the queue and of these messages. Send 1. An older one gets 426.',
};

const keys = PushSubscriptionRequest.shape.keys.shape;

/** What a schema cannot say about itself: rules that zod checks with a function, and the meaning of shared fields. */
const NOTES = new Map<unknown, Json>([
  [date, { description: 'An existing day, YYYY-MM-DD, from 1900-01-01. A birthdate is at most tomorrow in UTC.' }],
  [moment, { description: 'An ISO 8601 time with an offset or Z, in the years 1900 to 9998. Kept to the millisecond.' }],
  [zone, { description: 'An IANA time zone that the server knows.', examples: ['Europe/London'] }],
  [objectPath, { description: 'The path that videos.finalize answered, of one’s own object.' }],
  [
    email,
    {
      pattern: '@',
      description: 'An email address. Stored without surrounding spaces, with A to Z in lower case; other letters stay as they are.',
    },
  ],
  [
    base,
    {
      description:
        'By field, the value that the author of this edit saw. Fields that others changed since are merged; without it, the edit wins.',
    },
  ],
  [FeedName, { description: 'own:, shown: or inbox:, and the id of a person.' }],
  [
    FeedEntry.shape.row,
    {
      anyOf: [...ENTITY_NAMES.map((name) => ({ $ref: `#/components/schemas/${name}` })), { type: 'null' }],
      description: 'The row as the reader may see it, of the kind that entity names; null if it has left the feed.',
    },
  ],
  [Cursor, { description: 'How far a feed has been read. Send it back as the server answered it.' }],
  [keys.p256dh, { pattern: '^[A-Za-z0-9_-]{87}={0,2}$', description: 'An uncompressed point on P-256, 65 bytes in base64url.' }],
  [keys.auth, { pattern: '^[A-Za-z0-9_-]{22}={0,2}$', description: '16 bytes in base64url.' }],
  [PullRequest.shape.version, VERSION],
  [BatchRequest.shape.version, VERSION],
  [
    BatchRequest.shape.epoch,
    {
      description:
        'The epoch of the sender’s own feed as last read. After a restore of the server it differs: 409 other_history, and nothing is applied.',
    },
  ],
  [
    BatchRequest.shape.read,
    { description: 'The sender’s cursor of its own feed. If the server has lost part of what it covers: 409 other_history.' },
  ],
  [Operation.shape.call, { enum: MUTATION_NAMES, description: 'The operationId of a mutation. Another one is answered 404 in its place.' }],
  [Operation.shape.params, { description: 'The parameters of the mutation’s path, by name.' }],
  [Operation.shape.payload, { description: 'The body of the single request.' }],
  [
    Operation.shape.dependsOn,
    { description: 'Keys of operations that must be applied first. If one is in this envelope and fails, this one is answered 424.' },
  ],
]);

const STORABLE = '^[^\\u0000\\uD800-\\uDFFF]*$';
const NOT_BLANK = '\\S';

interface Def {
  type: string;
  checks?: { _zod: { def: { fn?: unknown; error?: (issue: object) => unknown } } }[];
  error?: (issue: object) => unknown;
}
const defOf = (schema: unknown) => (schema as { _zod: { def: Def } })._zod.def;

function addRules(schema: unknown, json: Json): void {
  const checked = new Set((defOf(schema).checks ?? []).map((check) => check._zod.def.fn));
  if (checked.has(isStorable)) json['pattern'] = STORABLE;
  if (checked.has(isFilled)) Object.assign(json, { minLength: 1, allOf: [{ pattern: NOT_BLANK }] });
  if (checked.has(isDistinct)) json['uniqueItems'] = true;
  Object.assign(json, NOTES.get(schema));
}

/** A payload or an answer as JSON Schema. A transform is described by its input. */
export function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => addRules(zodSchema, jsonSchema as Json),
  });
  return described as Json;
}

/** Every message with which a schema can refuse a value. */
export function messagesOf(schema: z.ZodMiniType): string[] {
  const messages = new Set([OTHERWISE]);
  const add = (error: Def['error']) => {
    const message = error?.({});
    if (typeof message === 'string') messages.add(message);
  };
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema }) {
      const { error, checks = [] } = defOf(zodSchema);
      add(error);
      for (const check of checks) add(check._zod.def.error);
    },
  });
  return [...messages];
}
