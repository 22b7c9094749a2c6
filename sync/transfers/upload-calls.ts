import type * as z from 'zod/mini';
import { FinalizeAnswer, ONLINE_CALLS, UploadAnswer } from '../../api/contract/online-calls.ts';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import type { Ports } from '../ports/ports.ts';
import { failureOfAnswer, NO_ANSWER, UploadFailure } from './upload-failure.ts';
import { SILENT_MS, UNREPORTED_MS } from './transfer-timeouts.ts';
import { withTimeout } from '../http/with-timeout.ts';

type Step = UploadFailure['step'];

/** Names the person that a request is for, so that the server never attributes it to someone who has signed in since. */
export const senderHeaders = (userId: string) => ({ [USER_HEADER]: userId });

/** Ports that name the person in every request. */
export const portsOf = (userId: string, ports: Ports): Ports => ({
  ...ports,
  fetch: (request) => {
    request.headers.set(USER_HEADER, userId);
    return ports.fetch(request);
  },
});

/**
 * Opens an upload on the server.
 * @returns its path only: the server may use another host name for itself than this page does
 */
export async function openUpload(
  ports: Ports,
  step: Step,
  file: { size: number; type: string; name: string },
  signal: AbortSignal,
): Promise<string> {
  const { method, path } = ONLINE_CALLS['objects.upload'];
  // 255 is the contract's limit; a name is only a hint.
  const body = JSON.stringify({ ...file, name: file.name.slice(-255) });
  const { uploadURL } = await answered(ports, step, UploadAnswer, path, {
    method,
    headers: JSON_BODY,
    body,
    signal,
    patienceMs: SILENT_MS,
  });
  const { pathname, search } = new URL(uploadURL, ports.origin);
  return pathname + search;
}

/** Sends a small file whole (R89: the upload's address also accepts a plain PUT). */
export async function putWhole(ports: Ports, uploadUrl: string, body: Blob, signal: AbortSignal): Promise<void> {
  await send(ports, 'poster', uploadUrl, { method: 'PUT', body, signal, patienceMs: UNREPORTED_MS });
}

/** Turns a finished upload into an object. Repeating it gives the same answer, so a lost answer does no harm. */
export async function finalizeUpload(
  ports: Ports,
  step: Step,
  { uploadUrl, durationSeconds = null }: { uploadUrl: string; durationSeconds?: number | null },
  signal: AbortSignal,
): Promise<FinalizeAnswer> {
  const { method, path } = ONLINE_CALLS['videos.finalize'];
  const body = JSON.stringify({ videoURL: uploadUrl, ...(durationSeconds !== null && { durationSeconds }) });
  // The server reads the whole file, and on a bucket may write it again.
  return answered(ports, step, FinalizeAnswer, path, { method, headers: JSON_BODY, body, signal, patienceMs: UNREPORTED_MS });
}

/** Tells the server that an upload was cancelled; otherwise it expires by itself. */
export async function dropUpload(ports: Ports, userId: string, uploadUrl: string): Promise<void> {
  const headers = { 'Tus-Resumable': '1.0.0', ...senderHeaders(userId) };
  await ports.fetch(new Request(new URL(uploadUrl, ports.origin), { method: 'DELETE', headers })).catch(() => {});
}

const JSON_BODY = { 'Content-Type': 'application/json' };

/** A request, how long its answer may take, and what aborts it. */
type Sent = RequestInit & { signal: AbortSignal; patienceMs: number };

async function answered<Answer>(ports: Ports, step: Step, schema: z.ZodMiniType<Answer>, path: string, init: Sent): Promise<Answer> {
  const parsed = schema.safeParse(jsonOrNull(await send(ports, step, path, init)));
  // A hotspot's sign-in page answers 200 to everything.
  if (!parsed.success) throw new UploadFailure(step, NO_ANSWER);
  return parsed.data;
}

/** @returns the body of a successful answer */
async function send(ports: Ports, step: Step, path: string, { signal, patienceMs, ...init }: Sent): Promise<string> {
  const ask = async (over: AbortSignal) => {
    const response = await ports.fetch(new Request(new URL(path, ports.origin), { ...init, signal: over }));
    return { response, text: await response.text() };
  };
  const { response, text } = await withTimeout(ports, patienceMs, ask, signal).catch(() => {
    signal.throwIfAborted();
    throw new UploadFailure(step, NO_ANSWER);
  });
  if (response.ok) return text;
  throw failureOfAnswer(step, response.status, text, response.headers.get('Retry-After'));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
