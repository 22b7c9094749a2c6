import { readFile, writeFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { MUTATIONS } from './contract/mutations.ts';
import { ONLINE_CALLS } from './contract/online-calls.ts';
import { openApiDocument } from './openapi.ts';

const PUBLISHED = new URL('../docs/openapi.json', import.meta.url);

it('matches the document in docs; UPDATE_OPENAPI=1 rewrites it', async () => {
  const document = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  if (process.env['UPDATE_OPENAPI']) await writeFile(PUBLISHED, document);
  expect(await readFile(PUBLISHED, 'utf8')).toBe(document);
});

it('is valid OpenAPI 3.1 for an external validator', async () => {
  const published = JSON.parse(await readFile(PUBLISHED, 'utf8')) as Record<string, unknown>;
  const validator = new Validator();
  expect(await validator.validate(published)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect((await validator.validate({ ...published, paths: { dogs: 7 } })).valid).toBe(false);
});

it('names every call of the contract once', () => {
  const { paths } = openApiDocument();
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining([...Object.keys(MUTATIONS), ...Object.keys(ONLINE_CALLS)]));
});

it('describes every call, under a declared tag, with an answer and its refusals', () => {
  const { paths, ...document } = openApiDocument();
  const tags = (document['tags'] as { name: string; description: string }[]).map(({ name }) => name);
  for (const { operationId, description, tags: own, responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    expect(description, operationId).not.toBe('');
    expect(tags, operationId).toEqual(expect.arrayContaining(own));
    const answers = Object.entries(responses as Record<string, { content?: object }>);
    expect(
      answers.some(([status]) => status.startsWith('4')),
      operationId,
    ).toBe(true);
    // The limits of requests and an outage of the database concern every call.
    expect(Object.keys(responses as object), operationId).toEqual(expect.arrayContaining(['429', '500', '503']));
    if (own[0] === 'objects' || operationId.startsWith('log')) continue;
    for (const [status, { content }] of answers) if (status.startsWith('2')) expect(content, `${operationId} ${status}`).toBeDefined();
  }
});

it('says what makes a text, list or date valid beyond its type', () => {
  const { paths } = openApiDocument();
  const bodyOf = (path: string, method: string) => {
    const operation = paths[path]?.[method] as unknown as {
      requestBody: { content: Record<string, { schema: { properties: Record<string, object> } }> };
    };
    return operation.requestBody.content['application/json']?.schema.properties;
  };
  expect(bodyOf('/api/dogs', 'post')).toMatchObject({
    name: { minLength: 1, maxLength: 100, allOf: [{ pattern: '\\S' }] },
    birthdate: { format: 'date', description: expect.stringMatching('1900.*tomorrow') },
  });
  expect(bodyOf('/api/videos', 'post')).toMatchObject({ trainedZone: { description: expect.stringContaining('IANA') } });
  expect(bodyOf('/api/users/profile', 'patch')).toMatchObject({ sports: { uniqueItems: true }, base: { description: expect.any(String) } });
  expect(bodyOf('/api/batch', 'post')).toMatchObject({
    version: { minimum: 1, description: expect.any(String) },
    epoch: { description: expect.any(String) },
    operations: {
      items: { properties: { call: { enum: expect.arrayContaining(['dogs.create']) }, dependsOn: { description: expect.any(String) } } },
    },
  });
});

it('has no reference outside the document', () => {
  const document = openApiDocument();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  for (const path of new Set(references)) {
    const found = path.split('/').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
    expect(found, path).toBeDefined();
  }
});

it('declares every path parameter', () => {
  for (const [path, methods] of Object.entries(openApiDocument().paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      const declared = ((parameters ?? []) as { in: string; name: string }[]).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(named);
    }
  }
});
