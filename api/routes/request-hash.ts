import { createHash } from 'node:crypto';

/** JSON with sorted fields, so that two spellings of a payload are the same request. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

/** What identifies a request: method, filled path and payload as sent. */
export const requestText = (method: string, path: string, payload: unknown): string =>
  `${method} ${path}\n${canonicalJson(payload ?? null)}`;

/** SHA-256 of a request's text: two requests under one idempotency key must have the same. */
export const hashOf = (text: string): Uint8Array => createHash('sha256').update(text).digest();
