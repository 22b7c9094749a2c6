/**
 * How long a request may take to arrive, and how many may be open at once. Each replica counts for itself
 * (docs/decisions/0064).
 */
export interface RequestTimes {
  /** From the first byte, or from the connection, to the end of the headers. */
  headersMs: number;
  /** From the end of the headers to the end of the body. Uploads use the next three instead. */
  bodyMs: number;
  uploadIdleMs: number;
  /** At least this many bytes must arrive in each window of this length, until the upload is complete. */
  uploadWindowMs: number;
  uploadWindowBytes: number;
  /** A connection without traffic in either direction. */
  silentMs: number;
  /** A connection of a browser between two requests. */
  idleMs: number;
  /** The same for a connection of a proxy. */
  idleBehindProxyMs: number;
}

export const REQUEST_TIMES: RequestTimes = {
  headersMs: 30_000,
  // As long as a device waits for its answer (`sync/http/call-api.ts`).
  bodyMs: 90_000,
  // A phone that stalls for half a minute keeps its connection. A dropped upload resumes at the last byte.
  uploadIdleMs: 90_000,
  uploadWindowMs: 120_000,
  uploadWindowBytes: 30_000,
  // A paused player reads nothing. After this, it requests the rest of the film again.
  silentMs: 300_000,
  // A browser repeats a request that arrives on a closing connection, and each idle one takes a file descriptor.
  idleMs: 5_000,
  // Longer than proxies keep their connections (nginx 60 s, Caddy 120 s): no request may arrive on a closing one.
  idleBehindProxyMs: 125_000,
};

/** Open connections of the whole server. Each needs a file descriptor. */
export const CONNECTIONS_MOST = 20_000;

/** Open at once. A club of 200 phones behind one address needs 200 streams and up to 1,400 requests. */
export const OPEN_REQUESTS = { perPerson: 100, perAddress: 2_000 };
/**
 * A phone that loses its signal leaves a stream open until the server notices, minutes later. Above the limit per
 * person, a new stream closes that person's oldest one. Above the limit per address, the server refuses it.
 */
export const EVENT_STREAMS = { perPerson: 20, perAddress: 1_000 };

/** Seconds, for Retry-After. */
export const OPEN_REQUESTS_RETRY_S = 5;
export const EVENT_STREAMS_RETRY_S = 60;
