import { Socket } from 'node:net';

interface Watched {
  /** Where this process has connected to since the watch began, such as `example.org:443`. */
  connections(): string[];
  stop(): void;
}

/** Watches where this process connects to. @param own ports to leave out: those of its servers and its database */
export function watchConnections(own: readonly string[]): Watched {
  const found: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [first, second] = args;
    // Node passes on its own arguments as an array.
    const asked = (Array.isArray(first) ? first[0] : first) as { host?: string; port?: number; path?: string } | number;
    const { host, port, path } = typeof asked === 'object' ? asked : { host: String(second), port: asked };
    if (!own.includes(String(port))) found.push(`${host ?? path}:${port}`);
    return (connect as (...passed: unknown[]) => Socket).apply(this, args);
  };
  return { connections: () => found, stop: () => (Socket.prototype.connect = connect) };
}
