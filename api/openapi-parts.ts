import type * as z from 'zod/mini';
import type { Json } from './openapi-document.ts';
import { schemaOf } from './openapi-schemas.ts';

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const json = (schema: Json) => ({ 'application/json': { schema } });

export const done = (status: number, description: string, content: Json | undefined, headers?: Json) => ({
  [status]: { description, ...(headers && { headers }), ...(content && { content }) },
});

export const withBody = (payload: z.ZodMiniType | undefined) =>
  payload && { requestBody: { required: !payload.safeParse(undefined).success, content: json(schemaOf(payload)) } };

export const describedAs = (...sentences: readonly (string | undefined)[]) => ({ description: sentences.filter(Boolean).join(' ') });

export const NOT_JSON = 'This is not valid JSON';
