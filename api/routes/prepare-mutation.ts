import { callPath, MUTATIONS, type MutationName } from '../contract/mutations.ts';
import { id } from '../contract/text.ts';
import { notFound, Refusal } from '../errors.ts';
import type { Claim } from './idempotency.ts';
import { parsePayload } from './parse-payload.ts';
import { hashOf, requestText } from './request-hash.ts';

export interface MutationRequest {
  name: MutationName;
  /** The path's parameters by name, as sent. */
  params: Readonly<Record<string, string>>;
  /** As sent, before validation. */
  payload: unknown;
  /** The idempotency key. Without one, a repeat is a new request. */
  key: string | undefined;
}

/** A mutation that has passed every check that needs no database. */
export interface PreparedMutation {
  name: MutationName;
  /** Each a UUID in lower case. */
  params: Readonly<Record<string, string>>;
  payload: unknown;
  claim: Claim | null;
  /** Characters of the request. */
  length: number;
}

/** @throws Refusal 404 for a malformed id, 400 with a message per field */
export function prepareMutation({ name, params: sentParams, payload: sent, key }: MutationRequest): PreparedMutation {
  const { method, path, entity, payload: schema } = MUTATIONS[name];
  const params = mustBeIds(path, sentParams);
  const payload = parsePayload(schema, sent);
  const text = requestText(method, callPath(path, params), sent);
  const claim = key === undefined ? null : { key: mustBeKey(key), hash: hashOf(text), entity };
  return { name, params, payload, claim, length: text.length };
}

/** @throws Refusal 404: a malformed id cannot name a row */
function mustBeIds(path: string, sent: Readonly<Record<string, string>>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const parsed = id.safeParse(Object.hasOwn(sent, name) ? sent[name] : undefined);
    if (!parsed.success) throw notFound();
    params[name] = parsed.data;
  }
  return params;
}

function mustBeKey(sent: string): string {
  const parsed = id.safeParse(sent);
  if (!parsed.success) throw new Refusal('invalid', 'Idempotency-Key must be a UUID');
  return parsed.data;
}
