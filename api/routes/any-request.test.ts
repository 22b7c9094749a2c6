import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../openapi.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { keepLogLines } from '../testing/log-lines.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { type Answered, type Served, serveTestApp } from '../testing/serve-test-app.ts';

/** Requests per call and database. Two thousand for each database: RUNS=50. */
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
  pattern?: string;
  allOf?: Schema[];
  propertyNames?: Schema;
  uniqueItems?: boolean;
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema: { allOf?: { properties?: Record<string, Schema> }[] } }>;
}

interface Described {
  operationId: string;
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

const document = openApiDocument();
const { schemas, responses } = document['components'] as { schemas: Record<string, Schema>; responses: Record<string, Response> };
const lastOf = (reference: string) => reference.split('/').at(-1)!;
// Pages and bytes have other tests; the stream does not end on its own.
const LEFT_OUT = /^(video\.page|login|logout|objects\.(?!upload$).+|sync\.events)$/;
const CALLS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Described>)
    .filter(([, { operationId }]) => !LEFT_OUT.test(operationId))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Values that match a JSON Schema of the document, as far as a generator can tell without the rules. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueOf(schemas[lastOf(schema.$ref)]!);
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
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    case 'string':
      return stringOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function arrayOf({ items = {}, minItems = 0, maxItems = 4, uniqueItems }: Schema): fc.Arbitrary<unknown[]> {
  const sizes = { minLength: minItems, maxLength: Math.min(maxItems, 4) };
  return uniqueItems ? fc.uniqueArray(valueOf(items), sizes) : fc.array(valueOf(items), sizes);
}

function objectOf({ properties, required = [], additionalProperties, propertyNames }: Schema): fc.Arbitrary<unknown> {
  const names = propertyNames?.pattern ? fc.stringMatching(new RegExp(propertyNames.pattern)) : fc.string({ maxLength: 10 });
  if (!properties) return fc.dictionary(names, valueOf(additionalProperties || {}), { maxKeys: 3 });
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field)]));
  return fc.record(fields, { requiredKeys: required });
}

function stringOf({ format, pattern, allOf = [], maxLength = 100 }: Schema): fc.Arbitrary<string> {
  const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) });
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return date.map((day) => day.toISOString().slice(0, 10));
  if (format === 'date-time') return date.map((moment) => moment.toISOString());
  const typed = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 40) });
  const planted = typed.map((text) => `${PLANTED} ${text}`);
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].flatMap((one) => (one ? [new RegExp(one, 'u')] : []));
  // Text with few rules, or a code of its own form.
  const [form] = patterns.filter((one) => !one.test(PLANTED));
  const any = form ? fc.stringMatching(new RegExp(form.source)) : maxLength < 60 ? typed : fc.oneof(typed, planted);
  return any.filter((text) => text.length <= maxLength && patterns.every((one) => one.test(text)));
}

interface Sent {
  /** The document allows this request. */
  isDescribed: boolean;
  payload: unknown;
  params: string[];
  search: Record<string, unknown>;
}

function requestOf(path: string, { requestBody, parameters = [] }: Described, known: readonly string[]): fc.Arbitrary<Sent> {
  const schema = requestBody?.content['application/json']?.schema;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const search = fc.record(
    Object.fromEntries(parameters.filter((one) => one.in === 'query').map((one) => [one.name, valueOf(one.schema)])),
    { requiredKeys: [] },
  );
  const ofPath = parameters
    .filter((one) => one.in === 'path')
    .map(({ schema: ofParam }) => (ofParam.format === 'uuid' ? fc.oneof(fc.constantFrom(...known), fc.uuid()) : valueOf(ofParam)));
  const nothing = fc.constant(undefined);
  const payload = schema ? (requestBody.required ? valueOf(schema) : fc.oneof(valueOf(schema), nothing)) : nothing;
  const anything = fc.oneof(fc.constantFrom(...known), fc.uuid(), fc.string({ minLength: 1 }), fc.constant(PLANTED));
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ isDescribed: fc.constant(true), payload, params: fc.tuple(...ofPath) as fc.Arbitrary<string[]>, search }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        isDescribed: fc.constant(false),
        payload: schema ? fc.jsonValue() : nothing,
        params: fc.array(anything, { minLength: names.length, maxLength: names.length }),
        search,
      }),
    },
  );
}

/** The codes and messages that the document names for an answer; undefined where it names none. */
function namedFor({ responses: own }: Described, status: number): { codes: unknown[]; messages: unknown[] | undefined } | undefined {
  const found = own[status];
  const response = found?.$ref ? responses[lastOf(found.$ref)] : found;
  const properties = response?.content?.['application/json']?.schema.allOf?.[1]?.properties;
  return response && { codes: properties?.['code']?.enum ?? [], messages: properties?.['message']?.enum };
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
    '$method $path answers as the document says, without a 5xx or a typed word in the log',
    async ({ method, path, operation }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      await fc.assert(
        fc.asyncProperty(requestOf(path, operation, known), fc.boolean(), async ({ isDescribed, payload, params, search }, hasKey) => {
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
          if (isDescribed) mustBeNamed(operation, answer);
        }),
        { numRuns: RUNS },
      );
      expect(lines.length).toBeGreaterThanOrEqual(RUNS);
      expect(lines.filter((line) => /plantedword|@example/i.test(line))).toEqual([]);
      lines.length = 0;
    },
    Math.max(60_000, RUNS * 1_000),
  );
});

function mustBeNamed(operation: Described, { status, body, text }: Answered): void {
  const named = namedFor(operation, status);
  expect(named, `${operation.operationId} does not describe ${status} ${text}`).toBeDefined();
  if (status < 400) return;
  expect(named?.codes).toContain(body.code);
  for (const message of [body.message, ...Object.values(body.fields ?? {})]) {
    if (named?.messages) expect(named.messages, operation.operationId).toContain(message);
  }
}
