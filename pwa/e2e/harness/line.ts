import { once } from 'node:events';
import { type Server as NetServer, type Socket, connect, createServer } from 'node:net';

/**
 * The line between devices and the server: a TCP relay on loopback that can be cut, mended and made slow. Unlike the
 * browser's own offline switch it holds for pages, workers and service workers alike, and also breaks what is in flight.
 */
export interface Line {
  port: number;
  /** Resets what is open and refuses what comes. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Cuts once `bytes` more have gone up. */
  cutAfter: (bytes: number) => Promise<void>;
  /** Bytes gone up since the line was made. */
  sent: () => number;
  /** Resolves once `bytes` more have gone up. */
  passed: (bytes: number) => Promise<void>;
  /** From now on hears whatever goes up, before it is passed on. */
  watch: (listener: (chunk: Buffer) => void) => void;
  /** From now on at most so many bytes a second in each direction and connection, each so many milliseconds late. */
  limit: (bytesPerSecond: number, latencyMs?: number) => void;
  /** From now on what is under way stays under way, in both directions, until it is let go. */
  hold: () => void;
  /** The same as soon as such a request comes up, with that request under way. */
  holdAt: (request: string) => void;
  letGo: () => void;
  close: () => Promise<void>;
}

/** A line that stood idle for longer does not catch up on it. */
const CATCH_UP_MS = 20;

export async function openLine(targetPort: () => number): Promise<Line> {
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
    // One after the other: what was sent first arrives first, however the line changes meanwhile.
    let arrived = Promise.resolve();
    const afterTheRest = (act: () => void) => {
      const late = latencyMs > 0 ? new Promise<void>((over) => setTimeout(over, latencyMs)) : undefined;
      arrived = arrived.then(() => late).then(() => held).then(act);
    };
    let freeAt = 0;
    from.on('data', (chunk: Buffer) => {
      count(chunk);
      from.pause();
      const now = performance.now();
      // Timers come late: what they took too long is made up for, or the line would be slower than it is said to be.
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
      // A browser sends a request again by itself when a line it used before breaks; to a dead server that goes nowhere.
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
