import type { HttpStack } from 'tus-js-client';
import type { DeviceFile } from '../ports/device-files.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { learnPartLimit, readPartLimit } from './part-limit.ts';
import { sendByTus } from './send-by-tus.ts';
import { finalizeUpload, senderHeaders } from './upload-calls.ts';
import { classifyFailure, isOurs, UploadFailure } from './upload-failure.ts';
import { uploadProgress } from './upload-progress.ts';

export interface SendingParts {
  mediaId: string;
  file: DeviceFile;
  uploadUrl: string;
  httpStack: HttpStack | undefined;
  signal: AbortSignal;
}

/**
 * Sends the bytes that the server lacks and stores the progress. Halves the parts while a proxy refuses their size.
 * @throws UploadFailure, or `signal.reason` when `signal` was aborted
 */
export async function sendParts(store: Store, ports: Ports, sending: SendingParts): Promise<void> {
  for (;;) {
    const failure = await sendUntilRefused(store, ports, sending);
    if (failure === null) return;
    if (!(await learnPartLimit(store, ports, sending.mediaId, failure))) throw failure;
  }
}

/** @returns the failure, if the server, a proxy or the connection ended a request */
async function sendUntilRefused(store: Store, ports: Ports, sending: SendingParts): Promise<UploadFailure | null> {
  const { mediaId, file, uploadUrl, httpStack, signal } = sending;
  const progress = uploadProgress(store, ports, mediaId);
  try {
    await sendByTus(ports, file, {
      url: new URL(uploadUrl, ports.origin).href,
      headers: senderHeaders(store.userId),
      httpStack,
      partLimit: await readPartLimit(store, ports),
      signal,
      onAcknowledged: progress.acknowledged,
      onSent: progress.sent,
    });
    return null;
  } catch (error) {
    if (!(error instanceof UploadFailure)) throw error;
    await confirmUnknown(ports, uploadUrl, error, signal);
    return error;
  } finally {
    await progress.settled();
  }
}

/**
 * An answer to HEAD has no body, so it does not show whether the server or a proxy refuses an upload. The answer to
 * finalize does, and the call is harmless. An upload restarts, or all uploads pause, only when the API itself says so.
 * @throws UploadFailure when the API says so
 */
async function confirmUnknown(ports: Ports, uploadUrl: string, { failure }: UploadFailure, signal: AbortSignal): Promise<void> {
  if (isOurs(failure) || ![401, 404, 410].includes(failure.status)) return;
  const answer: unknown = await finalizeUpload(ports, 'finalize', { uploadUrl }, signal).catch((failed: unknown) => failed);
  if (answer instanceof UploadFailure && ['start-over', 'signed-out'].includes(classifyFailure(answer))) throw answer;
}
