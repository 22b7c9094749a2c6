import { once } from 'node:events';
import { type Server as NetServer, type Socket, connect, createServer } from 'node:net';

/**
 * The connection between devices and the server: a TCP relay on loopback that can be cut, restored and slowed down. Unlike
 * the browser's offline switch, it affects pages, workers and service workers, and breaks requests in flight.
 */
export interface Connection {
  port: number;
  /** Resets open connections and refuses new ones. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Cuts after `bytes` more bytes went to the server. */
  cutAfter: (bytes: number) => Promise<void>;
  /** Bytes sent to the server since the start. */
  sent: () => number;
  /** Resolves after `bytes` more bytes went to the server. */
  passed: (bytes: number) => Promise<void>;
  /** Calls the listener with each chunk for the server, before it is forwarded. */
  watch: (listener: (chunk: Buffer) => void) => void;
  /** Limits each connection to this rate per direction, and delays each chunk by the latency. */
  limit: (bytesPerSecond: number, latencyMs?: number) => void;
  /** Holds all bytes in both directions until `letGo`. */
  hold: () => void;
  /** Calls `hold` when a chunk for the server contains `request`; holds that chunk too. */
  holdAt: (request: string) => void;
  letGo: () => void;
  close: () => Promise<void>;
}

/** The rate limit makes up for at most this much idle time. */
const CATCH_UP_MS = 20;

export async function openConnection(targetPort: () => number): Promise<Connection> {
  const sockets = new Set<Socket>();
  let listener: NetServer;
  let port = 0;
  let up = 0;
  let bytesPerSecond = Infinity;
  let latencyMs = 0;
  let held: Promise<void> | undefined;
  let letGo = () => {};
  let onSent = () => {};
  let onChunk = (_chunk: Buffer) => {};

  const pass = (from: Socket, to: Socket, count: (chunk: Buffer) => void) => {
    // Forward in order, even if the latency changes meanwhile.
    let arrived = Promise.resolve();
    const afterTheRest = (act: () => void) => {
      const late = latencyMs > 0 ? new Promise<void>((over) => setTimeout(over, latencyMs)) : undefined;
      arrived = arrived
        .then(() => late)
        .then(() => held)
        .then(act);
    };
    let freeAt = 0;
    from.on('data', (chunk: Buffer) => {
      count(chunk);
      from.pause();
      const now = performance.now();
      // Timers fire late: make up for it, or the relay would be slower than its limit.
      freeAt = Math.max(freeAt, now - CATCH_UP_MS) + (chunk.length / bytesPerSecond) * 1000;
      const pause = freeAt - now;
      const go = () => void (pause < 1 ? from.resume() : setTimeout(() => from.resume(), pause));
      const isLate = latencyMs > 0;
      if (isLate) go();
      afterTheRest(() => {
        const flows = to.destroyed || to.write(chunk);
        if (isLate) return;
        if (flows) go();
        else to.once('drain', go);
      });
    });
    from.on('end', () => afterTheRest(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      afterTheRest(() => to.destroy());
    });
  };

  const afterBytes = (bytes: number, act: () => void) => {
    const until = up + bytes;
    onSent = () => {
      if (up < until) return;
      onSent = () => {};
      act();
    };
  };

  const listen = async () => {
    listener = createServer((near) => {
      const far = connect(targetPort(), '127.0.0.1');
      sockets.add(near);
      sockets.add(far);
      pass(near, far, (chunk) => {
        onChunk(chunk);
        up += chunk.length;
        onSent();
      });
      pass(far, near, () => {});
      // Browsers resend a request by themselves when a reused connection breaks. Don't count bytes for a dead server.
      near.pause();
      far.once('connect', () => near.resume());
    }).listen(port, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    if (address && typeof address === 'object') port = address.port;
  };

  const cut = async () => {
    const closed = new Promise((resolve) => listener.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  const hold = () => {
    held = new Promise((resolve) => (letGo = resolve));
  };

  await listen();
  return {
    port,
    cut,
    mend: listen,
    cutAfter: (bytes) => new Promise((resolve, reject) => afterBytes(bytes, () => cut().then(resolve, reject))),
    passed: (bytes) => new Promise((resolve) => afterBytes(bytes, resolve)),
    watch: (listener) => {
      onChunk = listener;
    },
    sent: () => up,
    limit: (limit, latency = 0) => {
      bytesPerSecond = limit;
      latencyMs = latency;
    },
    hold,
    holdAt: (request) => {
      onChunk = (chunk) => {
        if (!chunk.includes(request)) return;
        onChunk = () => {};
        hold();
      };
    },
    letGo: () => {
      held = undefined;
      letGo();
    },
    close: cut,
  };
}
