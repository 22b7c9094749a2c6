import { DefaultHttpStack, DetailedError, type HttpStack, Upload } from 'tus-js-client';
import { UPLOAD_IN_PARTS_FROM_BYTES, UPLOAD_PART_MIN_BYTES } from '../api/contract/limits.ts';
import type { DeviceFile } from './device-files.ts';
import { FetchHttpStack } from './fetch-http-stack.ts';
import type { Ports } from './ports.ts';
import { SILENT_MS, UNTOLD_MS } from './upload-calls.ts';
import { failureOfAnswer, NO_ANSWER, UploadFailure } from './upload-failure.ts';
import { whileMoving } from './while-moving.ts';

/**
 * Bytes in one PATCH of a file from the specification's multipart threshold on; smaller ones go in one. A proxy that
 * buffers or bounds bodies (100 MB is common) sees no more than this, and a part costs one round trip.
 */
const PART_BYTES = 64 * 1_048_576;

export interface Sending {
  /** Absolute address of the upload. */
  url: string;
  headers: Record<string, string>;
  /** Given by tests; else XMLHttpRequest where there is one, which tells progress, and fetch in service workers. */
  httpStack?: HttpStack | undefined;
  signal: AbortSignal;
  /** Bytes that the server said it has. */
  onAcknowledged(bytes: number): void;
  /** The same, and what is on the wire. */
  onSent(bytes: number): void;
}

/**
 * Sends what the server does not have yet of a file, from the byte that it names (tus 1.0: HEAD, then PATCH).
 * One attempt: who calls decides about the next.
 * @throws UploadFailure, or `signal.reason` when `signal` was aborted
 */
export async function sendByTus(ports: Ports, file: DeviceFile, sending: Sending): Promise<void> {
  const { signal, onAcknowledged, onSent } = sending;
  signal.throwIfAborted();
  const tellsProgress = typeof XMLHttpRequest !== 'undefined';
  await whileMoving(ports, tellsProgress ? SILENT_MS : UNTOLD_MS, async (silent, moved) => {
    const over = new AbortController();
    const sent = new Promise<void>((resolve, reject) => {
      // Everything that tus-js-client would take from its surroundings is given: it is the same wherever it runs.
      const upload = new Upload(new Blob(), {
        uploadUrl: sending.url,
        headers: sending.headers,
        uploadSize: file.size,
        chunkSize: partBytes(file.size, tellsProgress),
        retryDelays: null,
        storeFingerprintForResuming: false,
        fingerprint: async () => '',
        httpStack: sending.httpStack ?? (tellsProgress ? new DefaultHttpStack({}) : new FetchHttpStack(ports.fetch)),
        fileReader: {
          openFile: async () => ({
            size: file.size,
            slice: async (start, end) => ({ value: await file.slice(start, end), done: end >= file.size }),
            close: () => {},
          }),
        },
        onAfterResponse: (request, response) => {
          moved();
          // The answer to HEAD, and to every part.
          const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
          if (response.getStatus() < 300 && request.getMethod() !== 'OPTIONS' && offset >= 0) onAcknowledged(offset);
        },
        onProgress: (bytes) => {
          moved();
          onSent(bytes);
        },
        onSuccess: () => resolve(),
        onError: (error) => reject(failureOf(error)),
      });
      const stop = (reason: unknown) => {
        reject(reason);
        void upload.abort();
      };
      signal.addEventListener('abort', () => stop(signal.reason), { once: true, signal: over.signal });
      silent.addEventListener('abort', () => stop(new UploadFailure('send', NO_ANSWER)), { once: true });
      upload.start();
    });
    await sent.finally(() => over.abort());
  });
}

function partBytes(size: number, tellsProgress: boolean): number {
  // fetch tells nothing until a part is done, and a service worker is ended without notice.
  if (!tellsProgress) return UPLOAD_PART_MIN_BYTES;
  return size < UPLOAD_IN_PARTS_FROM_BYTES ? Number.POSITIVE_INFINITY : PART_BYTES;
}

function failureOf(error: Error): UploadFailure {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return new UploadFailure('send', NO_ANSWER);
  return failureOfAnswer('send', response.getStatus(), response.getBody(), response.getHeader('Retry-After'));
}
