import { connect, type Socket } from 'node:net';

export interface SlowSocket {
  socket: Socket;
  /** All that came back. */
  heard(): string;
  /** Resolves when the connection has ended, however. */
  closed: Promise<void>;
}

/** A connection that sends `head`, and then one byte at a time for ever. @param everyMs null: never another byte */
export function openSlowSocket(port: number, head: string, everyMs: number | null): SlowSocket {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
  // Being cut off is what these are for.
  socket.on('error', () => {});
  socket.write(head);
  const timer = everyMs === null ? undefined : setInterval(() => socket.writable && socket.write('a'), everyMs);
  const closed = new Promise<void>((done) => {
    socket.once('close', () => {
      clearInterval(timer);
      done();
    });
    // Ended by the server: a client that goes on as if nothing had happened would be a half-open connection.
    socket.once('end', () => socket.destroy());
  });
  return { socket, heard: () => heard, closed };
}

/** The head of a request that announces a body. */
export const headOf = (method: string, path: string, headers: Record<string, string | number> = {}): string =>
  `${[`${method} ${path} HTTP/1.1`, ...Object.entries({ host: 'localhost', 'content-length': 10_000, ...headers }).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
