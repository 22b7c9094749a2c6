import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, type ErrorBody, MESSAGES } from './contract/errors.ts';
import type { RequestTimes } from './request-limits.ts';

const UPLOAD = /^\/api\/objects\/upload\/./;
const LOOKS_PER_IDLE = 6;

/**
 * Ends a request whose body does not arrive in time, even if no handler reads it: answers 408 if nothing was sent
 * yet, and closes the connection. Uploads may take hours as long as bytes arrive.
 */
export function enforceBodyTimeout(incoming: IncomingMessage, outgoing: ServerResponse, times: RequestTimes): void {
  if (!hasBody(incoming)) return;
  const isUpload = (incoming.method === 'PUT' || incoming.method === 'PATCH') && UPLOAD.test(incoming.url ?? '');
  const isLate = isUpload ? stalls(incoming, times) : () => true;
  const look = () => {
    if (incoming.complete) return stop();
    if (!isLate()) return;
    stop();
    end(incoming, outgoing);
  };
  const timer = setInterval(look, isUpload ? times.uploadIdleMs / LOOKS_PER_IDLE : times.bodyMs);
  timer.unref();
  const stop = () => clearInterval(timer);
  incoming.once('close', () => {
    // An answered request emits 'close' while the rest of its body may still arrive.
    if (incoming.complete || incoming.socket.destroyed) stop();
  });
}

const hasBody = ({ headers, complete }: IncomingMessage) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** @returns a check whether the upload was silent for too long, or received too few bytes within a window */
function stalls(incoming: IncomingMessage, { uploadIdleMs, uploadWindowMs, uploadWindowBytes }: RequestTimes): () => boolean {
  const { socket } = incoming;
  const look = () => ({ bytes: socket.bytesRead, at: performance.now() });
  let moved = look();
  let window = moved;
  return () => {
    const seen = look();
    // The server has not read all bytes that arrived, so the delay is its own.
    if (incoming.readableLength > 0) {
      moved = window = seen;
      return false;
    }
    if (seen.bytes > moved.bytes) moved = seen;
    if (seen.at - moved.at >= uploadIdleMs) return true;
    if (seen.at - window.at < uploadWindowMs) return false;
    const isSlow = seen.bytes - window.bytes < uploadWindowBytes;
    window = seen;
    return isSlow;
  };
}

function end({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  // If `outgoing` has no socket, the answer to an earlier request on this connection is still being sent.
  if (outgoing.socket && !outgoing.headersSent && socket.writable) socket.write(timedOut());
  socket.destroySoon();
}

/** An answer for the socket itself, because the handler is still reading and would answer a second time. */
function timedOut(): string {
  const body = JSON.stringify({ message: MESSAGES.timedOut, code: 'timeout', requestId: randomUUID() } satisfies ErrorBody);
  const headers = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `HTTP/1.1 ${ERRORS.timeout} Request Timeout\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}
