import { createAdaptorServer, type ServerType } from '@hono/node-server';
import type { Env } from './env.ts';

/** The port is taken. The message is one line for the terminal. */
export class AddressInUse extends Error {
  override readonly name = 'AddressInUse';
}

/** A stop ends within five seconds in all; the database needs some of them. */
const PATIENCE_MS = 3_000;
const IDLE_CHECK_MS = 50;

/**
 * Serves on the host and port of the settings.
 * @returns `close`: takes no new connection, lets requests under way end, and cuts those that take too long
 * @throws AddressInUse
 */
export async function listen(
  fetch: (request: Request, bindings: never) => Response | Promise<Response>,
  { host, port }: Pick<Env, 'host' | 'port'>,
): Promise<{ close: () => Promise<void> }> {
  const server = createAdaptorServer({ fetch: fetch as never });
  // Uploads of half a gigabyte take as long as they take; only a line that says nothing is cut.
  if ('requestTimeout' in server) server.requestTimeout = 0;
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => failed(inWords(error, host, port)));
    server.listen(port, host, listening);
  });
  return { close: () => close(server) };
}

function close(server: ServerType): Promise<void> {
  return new Promise((closed) => {
    // Kept-alive connections fall idle one by one as their requests end.
    const idle = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), IDLE_CHECK_MS);
    const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), PATIENCE_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      closed();
    });
  });
}

function inWords(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new AddressInUse(`Port ${port} on ${host} is in use. Stop what uses it, or set PORT to another one.`);
  if (error.code === 'EACCES') return new AddressInUse(`Port ${port} may not be used without more rights. Set PORT to one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return new AddressInUse(`HOST ${host} is no address of this machine.`);
  return error;
}
