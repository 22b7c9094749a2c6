import fc from 'fast-check';
import { openApiDocument } from '../openapi.ts';
import { PLANTED, type Schema, valueOf } from './described-values.ts';

interface Response {
  $ref?: string;
  content?: Record<string, { schema: { allOf?: { properties?: Record<string, Schema> }[] } }>;
}

export interface Described {
  operationId: string;
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

const document = openApiDocument();
const { responses } = document['components'] as { responses: Record<string, Response> };
// Pages and bytes have other tests; the stream does not end on its own.
const LEFT_OUT = /^(video\.page|login|logout|objects\.(?!upload$).+|sync\.events)$/;
export const CALLS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Described>)
    .filter(([, { operationId }]) => !LEFT_OUT.test(operationId))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

interface Sent {
  /** The document allows this request. */
  isDescribed: boolean;
  payload: unknown;
  params: string[];
  search: Record<string, unknown>;
}

/**
 * Requests to a call: three of four as the document allows them, the others with anything.
 * @param known ids of stored rows
 */
export function requestOf(path: string, { requestBody, parameters = [] }: Described, known: readonly string[]): fc.Arbitrary<Sent> {
  const schema = requestBody?.content['application/json']?.schema;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const search = fc.record(
    Object.fromEntries(parameters.filter((one) => one.in === 'query').map((one) => [one.name, valueOf(one.schema, known)])),
    { requiredKeys: [] },
  );
  const ofPath = parameters.filter((one) => one.in === 'path').map(({ schema: ofParam }) => valueOf(ofParam, known));
  const nothing = fc.constant(undefined);
  const payload = schema ? (requestBody.required ? valueOf(schema, known) : fc.oneof(valueOf(schema, known), nothing)) : nothing;
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
export function namedFor({ responses: own }: Described, status: number): { codes: unknown[]; messages: unknown[] | undefined } | undefined {
  const found = own[status];
  const response = found?.$ref ? responses[found.$ref.split('/').at(-1)!] : found;
  const properties = response?.content?.['application/json']?.schema.allOf?.[1]?.properties;
  return response && { codes: properties?.['code']?.enum ?? [], messages: properties?.['message']?.enum };
}
