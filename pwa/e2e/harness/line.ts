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
  /** From now on at most so many bytes a second in each direction and connection. */
  limit: (bytesPerSecond: number) => void;
  close: () => Promise<void>;
}

export async function openLine(targetPort: () => number): Promise<Line> {
  const sockets = new Set<Socket>();
  let listener: NetServer;
  let port = 0;
  let up = 0;
  let bytesPerSecond = Infinity;
  let onSent = () => {};
  let onChunk = (_chunk: Buffer) => {};

  const pass = (from: Socket, to: Socket, count: (chunk: Buffer) => void) => {
    from.on('data', (chunk: Buffer) => {
      count(chunk);
      const flows = to.write(chunk);
      const pause = bytesPerSecond === Infinity ? 0 : (chunk.length / bytesPerSecond) * 1000;
      if (flows && pause < 1) return;
      from.pause();
      const go = () => setTimeout(() => from.resume(), pause);
      if (flows) go();
      else to.once('drain', go);
    });
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
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
    limit: (limit) => {
      bytesPerSecond = limit;
    },
    close: cut,
  };
}
