import { createHash } from 'node:crypto';

/** JSON with the fields of every object in one order, so that two ways of writing a payload are the same request. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

/** What an idempotency key stands for: SHA-256 of method, filled path and payload as sent. */
export const requestHash = (method: string, path: string, payload: unknown): Uint8Array =>
  createHash('sha256').update(`${method} ${path}\n${canonicalJson(payload ?? null)}`).digest();
