import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../openapi.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { keepLogLines } from '../testing/log-lines.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { type Served, serveTestApp } from '../testing/serve-test-app.ts';

/** Runs per call and database; for a longer search, RUNS=500. */
const RUNS = Number(process.env['RUNS'] ?? 20);

/** Must never appear in the log, whatever a call answers. */
const PLANTED = 'Plantedword';

/** The subset of JSON Schema that the document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
}

interface Described {
  operationId: string;
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openApiDocument();
const { schemas } = document['components'] as { schemas: Record<string, Schema> };
// Pages and bytes have other tests; the stream does not end on its own.
const LEFT_OUT = ['video.page', 'login', 'logout', 'objects.put', 'objects.get', 'objects.derived', 'sync.events'];
const CALLS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Described>)
    .filter(([, { operationId }]) => !LEFT_OUT.includes(operationId))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Values that match a JSON Schema of the document, as far as a generator can tell without the rules. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueOf(schemas[schema.$ref.split('/').at(-1)!]!);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type })));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, -5), max: Math.min(schema.maximum ?? 50, 50) });
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object':
      return objectOf(schema);
    case 'string':
      return stringOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  if (!properties) return fc.dictionary(fc.string({ maxLength: 10 }), valueOf(additionalProperties || {}), { maxKeys: 3 });
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field)]));
  return fc.record(fields, { requiredKeys: required });
}

function stringOf({ format, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) });
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return date.map((day) => day.toISOString().slice(0, 10));
  if (format === 'date-time') return date.map((moment) => moment.toISOString());
  const typed = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 40) });
  return maxLength < 60
    ? typed
    : fc.oneof(
        typed,
        typed.map((text) => `${PLANTED} ${text}`),
      );
}

describeOnBothDatabases('requests generated from the published description', (open) => {
  let test: TestApp;
  let served: Served;
  let anna: TestPerson;
  let known: string[];
  let lines: string[];
  beforeAll(async () => {
    const kept = keepLogLines();
    lines = kept.lines;
    test = await createTestApp(await open(), { log: kept.log, env: { adminEmails: ['anna@example.org'] } });
    served = await serveTestApp(test);
    anna = await test.signIn('anna@example.org');
    const ben = await test.signIn('ben@example.org', { beta: true });
    const made = async (path: string, body: object) => (await anna.call<{ id: string }>('POST', path, body)).body.id;
    known = [
      anna.userId,
      ben.userId,
      await made('/api/videos', { title: 'Heelwork' }),
      await made('/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2020-01-01' }),
      await made('/api/cues', { name: 'Here', visibility: 'public' }),
      await made('/api/programs', { name: 'Spring' }),
      await made('/api/friendships', { friendId: ben.userId }),
    ];
  });
  afterAll(async () => {
    await served.close();
    await test.close();
  });

  it.each(CALLS)(
    '$method $path answers no 5xx and leaves no typed word in the log',
    async ({ method, path, operation }) => {
      const schema = operation.requestBody?.content['application/json']?.schema;
      const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      await fc.assert(
        fc.asyncProperty(
          schema ? fc.oneof({ weight: 4, arbitrary: valueOf(schema) }, { weight: 1, arbitrary: fc.jsonValue() }) : fc.constant(undefined),
          fc.array(fc.oneof(fc.constantFrom(...known), fc.uuid(), fc.string({ minLength: 1 }), fc.constant(PLANTED)), {
            minLength: names.length,
            maxLength: names.length,
          }),
          fc.record(Object.fromEntries(query.map((parameter) => [parameter.name, valueOf(parameter.schema)])), { requiredKeys: [] }),
          fc.boolean(),
          async (payload, params, search, hasKey) => {
            // Skip past the rate limit windows: a 429 would hide the actual handler.
            test.clock.forward(3_601);
            const filled = names.reduce(
              (whole, name, place) => whole.replace(`{${name}}`, () => encodeURIComponent(params[place]!.replace(/\p{Surrogate}/gu, '?'))),
              path,
            );
            const text = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
            const answer = await served.call(
              anna,
              method,
              text ? `${filled}?${text}` : filled,
              payload === undefined ? undefined : JSON.stringify(payload),
              hasKey ? { 'idempotency-key': randomUUID() } : {},
            );
            expect(answer.status, answer.text).toBeLessThan(500);
            if (answer.status >= 400)
              expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String), requestId: expect.any(String) });
          },
        ),
        { numRuns: RUNS },
      );
      expect(lines.length).toBeGreaterThanOrEqual(RUNS);
      expect(lines.filter((line) => /plantedword|@example/i.test(line))).toEqual([]);
      lines.length = 0;
    },
    60_000,
  );
});
