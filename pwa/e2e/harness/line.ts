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

  const pass = (from: Socket, to: Socket, count: (bytes: number) => void) => {
    from.on('data', (chunk: Buffer) => {
      count(chunk.length);
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

  const listen = async () => {
    listener = createServer((near) => {
      const far = connect(targetPort(), '127.0.0.1');
      sockets.add(near);
      sockets.add(far);
      pass(near, far, (bytes) => {
        up += bytes;
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
    cutAfter: (bytes) =>
      new Promise((resolve, reject) => {
        const until = up + bytes;
        onSent = () => {
          if (up < until) return;
          onSent = () => {};
          cut().then(resolve, reject);
        };
      }),
    sent: () => up,
    limit: (limit) => {
      bytesPerSecond = limit;
    },
    close: cut,
  };
}
