import { connect, type Socket } from 'node:net';

export interface SlowSocket {
  socket: Socket;
  /** Everything received so far. */
  heard(): string;
  /** Resolves when the connection has ended, for any reason. */
  closed: Promise<void>;
}

/** A connection that sends `head`, then one byte at a time forever. @param everyMs null: no more bytes */
export function openSlowSocket(port: number, head: string, everyMs: number | null): SlowSocket {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
  // The server is expected to cut these connections.
  socket.on('error', () => {});
  socket.write(head);
  const timer = everyMs === null ? undefined : setInterval(() => socket.writable && socket.write('a'), everyMs);
  const closed = new Promise<void>((done) => {
    socket.once('close', () => {
      clearInterval(timer);
      done();
    });
    // Close when the server ends the connection: staying open would leave it half open.
    socket.once('end', () => socket.destroy());
  });
  return { socket, heard: () => heard, closed };
}

/** The head of a request that announces a body. */
export const headOf = (method: string, path: string, headers: Record<string, string | number> = {}): string =>
  `${[`${method} ${path} HTTP/1.1`, ...Object.entries({ host: 'localhost', 'content-length': 10_000, ...headers }).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
