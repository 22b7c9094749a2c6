import { DefaultHttpStack, DetailedError, type HttpStack, Upload } from 'tus-js-client';
import { UPLOAD_IN_PARTS_FROM_BYTES, UPLOAD_PART_MIN_BYTES } from '../../api/contract/limits.ts';
import type { DeviceFile } from '../ports/device-files.ts';
import { FetchHttpStack } from './fetch-http-stack.ts';
import type { Ports } from '../ports/ports.ts';
import { SILENT_MS, UNREPORTED_MS } from './transfer-timeouts.ts';
import { failureOfAnswer, NO_ANSWER, UploadFailure } from './upload-failure.ts';
import { withStallTimeout } from '../http/with-stall-timeout.ts';

/**
 * Bytes per PATCH for files of `UPLOAD_IN_PARTS_FROM_BYTES` or more; smaller files go in one. Proxies that buffer or
 * limit bodies (100 MB is common) see no more than this, and each part costs one round trip. Where a proxy has a smaller
 * limit, `partLimit` is smaller too.
 */
const PART_BYTES = 64 * 1_048_576;

export interface Sending {
  /** Absolute address of the upload. */
  url: string;
  headers: Record<string, string>;
  /** Set by tests. By default XMLHttpRequest if available, because it reports progress; fetch in service workers. */
  httpStack?: HttpStack | undefined;
  /** Maximum bytes per PATCH on the way to this server. */
  partLimit: number;
  signal: AbortSignal;
  /** Number of bytes that the server has confirmed. */
  onAcknowledged(bytes: number): void;
  /** Number of confirmed bytes plus those in flight. */
  onSent(bytes: number): void;
}

/**
 * Sends the part of a file that the server does not have yet, from the server's offset (tus 1.0: HEAD, then
 * PATCH). Makes one attempt; the caller decides about retries.
 * @throws UploadFailure, or `signal.reason` when `signal` was aborted
 */
export async function sendByTus(ports: Ports, file: DeviceFile, sending: Sending): Promise<void> {
  const { signal, onAcknowledged, onSent } = sending;
  signal.throwIfAborted();
  const reportsProgress = typeof XMLHttpRequest !== 'undefined';
  await withStallTimeout(ports, reportsProgress ? SILENT_MS : UNREPORTED_MS, async (silent, moved) => {
    const over = new AbortController();
    let partInFlight: number | null = null;
    const sent = new Promise<void>((resolve, reject) => {
      // Pass everything that tus-js-client would take from its environment, so that it behaves the same everywhere.
      const upload = new Upload(new Blob(), {
        uploadUrl: sending.url,
        headers: sending.headers,
        uploadSize: file.size,
        chunkSize: Math.min(partBytes(file.size, reportsProgress), sending.partLimit),
        retryDelays: null,
        storeFingerprintForResuming: false,
        fingerprint: async () => '',
        httpStack: sending.httpStack ?? (reportsProgress ? new DefaultHttpStack({}) : new FetchHttpStack(ports.fetch)),
        fileReader: {
          openFile: async () => ({
            size: file.size,
            slice: async (start, end) => {
              const value = await file.slice(start, end);
              partInFlight = value.size;
              return { value, done: end >= file.size };
            },
            close: () => {},
          }),
        },
        onAfterResponse: (request, response) => {
          moved();
          if (response.getStatus() < 300) partInFlight = null;
          // The server names its offset in the answer to HEAD and to every PATCH.
          const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
          if (response.getStatus() < 300 && request.getMethod() !== 'OPTIONS' && offset >= 0) onAcknowledged(offset);
        },
        onProgress: (bytes) => {
          moved();
          onSent(bytes);
        },
        onSuccess: () => resolve(),
        onError: (error) => reject(failureOf(error, partInFlight)),
      });
      const stop = (reason: unknown) => {
        reject(reason);
        void upload.abort();
      };
      signal.addEventListener('abort', () => stop(signal.reason), { once: true, signal: over.signal });
      silent.addEventListener('abort', () => stop(new UploadFailure('send', NO_ANSWER, { partBytes: partInFlight })), { once: true });
      upload.start();
    });
    await sent.finally(() => over.abort());
  });
}

function partBytes(size: number, reportsProgress: boolean): number {
  // fetch reports no progress within a part, and a service worker may end without notice.
  if (!reportsProgress) return UPLOAD_PART_MIN_BYTES;
  return size < UPLOAD_IN_PARTS_FROM_BYTES ? Number.POSITIVE_INFINITY : PART_BYTES;
}

function failureOf(error: Error, partBytes: number | null): UploadFailure {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return new UploadFailure('send', NO_ANSWER, { partBytes });
  return failureOfAnswer('send', response.getStatus(), response.getBody(), response.getHeader('Retry-After'), partBytes);
}
