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

/** Identifies the request of an idempotency key: SHA-256 of method, filled path and payload as sent. */
export const requestHash = (method: string, path: string, payload: unknown): Uint8Array =>
  createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(payload ?? null)}`)
    .digest();
