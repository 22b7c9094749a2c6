import type { Context } from 'hono';
import { readBody } from '../routes/read-body.ts';

/** Several thousand characters of any script, encoded. */
const FORM_MAX_BYTES = 65_536;

/** The fields of a plain HTML form, with the line breaks of a form field in JavaScript; empty for any other body. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  const body = await readBody(c, FORM_MAX_BYTES);
  const form = new URLSearchParams(type === 'application/x-www-form-urlencoded' ? body.toString() : '');
  return new URLSearchParams([...form].map(([name, value]): [string, string] => [name, value.replaceAll('\r\n', '\n')]));
}
