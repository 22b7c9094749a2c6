import { readFileSync } from 'node:fs';

/** The subset of JSON Schema that the document uses for answers. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Described {
  operationId: string;
  parameters?: { in: 'path' | 'query' | 'header'; name: string; required?: boolean }[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content & { $ref?: string }>;
}

interface Sent {
  /** By name, for path, query and headers: the description says where each belongs. */
  parameters?: Record<string, string | number>;
  body?: unknown;
}

/** A client that knows the API only from docs/openapi.json. */
export interface DescribedClient {
  /** @throws when the description does not allow the request, or does not match the answer */
  call<Body = Record<string, unknown>>(operationId: string, sent?: Sent): Promise<Body>;
  operationIds: string[];
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export function createDescribedClient(send: Fetch): DescribedClient {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  };
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, described]) => [described.operationId, { path, method: method.toUpperCase(), described }] as const,
      ),
    ),
  );
  const resolved = (schema: Schema): Schema => (schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema);

  /** The first place where a value does not match the schema. */
  function misfit(sent: Schema, value: unknown, place: string): string | null {
    const schema = resolved(sent);
    if (schema.anyOf) return schema.anyOf.every((one) => misfit(one, value, place)) ? place : null;
    if ('const' in schema) return value === schema.const ? null : place;
    if (schema.enum) return schema.enum.includes(value) ? null : place;
    const allowed = [schema.type ?? []].flat();
    const type =
      value === null
        ? 'null'
        : Array.isArray(value)
          ? 'array'
          : Number.isInteger(value) && allowed.includes('integer')
            ? 'integer'
            : typeof value;
    if (allowed.length > 0 && !allowed.includes(type)) return `${place}: ${type}`;
    if (Array.isArray(value)) return firstOf(value.map((one, index) => misfit(schema.items ?? {}, one, `${place}[${index}]`)));
    if (type !== 'object') return null;
    const row = value as Record<string, unknown>;
    const missing = (schema.required ?? []).find((name) => !(name in row));
    if (missing) return `${place}.${missing}: missing`;
    return firstOf(
      Object.entries(schema.properties ?? {}).map(([name, field]) => (name in row ? misfit(field, row[name], `${place}.${name}`) : null)),
    );
  }

  return {
    operationIds: [...operations.keys()],
    async call<Body>(operationId: string, { parameters = {}, body }: Sent = {}) {
      const operation = operations.get(operationId);
      if (!operation) throw new Error(`${operationId} is not described`);
      const { method, described } = operation;
      const declared = described.parameters ?? [];
      for (const { name, required } of declared) if (required && !(name in parameters)) throw new Error(`${operationId} needs ${name}`);
      const query = new URLSearchParams();
      const headers = new Headers();
      let { path } = operation;
      for (const [name, value] of Object.entries(parameters)) {
        const where = declared.find((parameter) => parameter.name === name)?.in;
        if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
        else if (where === 'query') query.set(name, String(value));
        else if (where === 'header') headers.set(name, String(value));
        else throw new Error(`${operationId} takes no ${name}`);
      }
      if (described.requestBody?.required && body === undefined) throw new Error(`${operationId} needs a body`);
      const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
      if (body !== undefined) {
        if (!type) throw new Error(`${operationId} takes no body`);
        headers.set('content-type', type);
        const wrong = type === 'application/json' ? misfit(content?.schema ?? {}, body, 'body') : null;
        if (wrong) throw new Error(`${operationId} does not take ${wrong}`);
      }
      const answer = await send(query.size > 0 ? `${path}?${query}` : path, {
        method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body: type === 'application/json' ? JSON.stringify(body) : (body as BodyInit) }),
      });
      const text = await answer.text();
      const response = described.responses[answer.status] ?? described.responses[`${Math.floor(answer.status / 100)}XX`];
      if (!response || answer.status >= 400) throw new Error(`${operationId} was answered with ${answer.status} ${text}`);
      const schema = response.content?.['application/json']?.schema;
      if (!schema) return text as Body;
      const parsed: unknown = JSON.parse(text);
      const wrong = misfit(schema, parsed, 'answer');
      if (wrong) throw new Error(`${operationId} answers ${wrong}, which its description does not allow`);
      return parsed as Body;
    },
  };
}

const firstOf = (misfits: (string | null)[]) => misfits.find((one) => one !== null) ?? null;
