import { createAdaptorServer } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { Env } from './env.ts';
import { CONNECTIONS_MOST, REQUEST_TIMES, type RequestTimes } from './request-limits.ts';
import { enforceBodyTimeout } from './body-timeout.ts';
import { endConnectionsAfterAnswers } from './end-connections.ts';

/** The server cannot listen on this address. The message is one line for the terminal. */
export class AddressInUse extends Error {
  override readonly name = 'AddressInUse';
}

/** The whole shutdown ends within five seconds; the database needs some of them. */
const PATIENCE_MS = 3_000;
const IDLE_CHECK_MS = 50;
const HEADERS_LOOKS = 3;

export interface Listening {
  /** From now on, connections close after their current or next answer. New ones are still accepted. */
  endConnections(): void;
  /** Accepts no new connections, lets open requests finish, and cuts those that take too long. */
  close(): Promise<void>;
}

/**
 * Serves on the host and port of the settings. Connections of proxies (TRUST_PROXY) stay open longest between requests.
 * @param times how long requests may take to arrive; slower ones are ended
 * @throws AddressInUse
 */
export async function listen(
  fetch: (request: Request, bindings: never) => Response | Promise<Response>,
  { host, port, trustProxy }: Pick<Env, 'host' | 'port' | 'trustProxy'>,
  times: RequestTimes = REQUEST_TIMES,
): Promise<Listening> {
  const serverOptions = {
    headersTimeout: times.headersMs,
    // Node has one deadline for all routes, but uploads may take hours. `enforceBodyTimeout` sets a deadline per route.
    requestTimeout: 0,
    connectionsCheckingInterval: times.headersMs / HEADERS_LOOKS,
  };
  const server = createAdaptorServer({ fetch: fetch as never, createServer, serverOptions }) as Server;
  server.maxConnections = CONNECTIONS_MOST;
  server.timeout = times.silentMs;
  server.keepAliveTimeout = trustProxy > 0 ? times.idleBehindProxyMs : times.idleMs;
  server.prependListener('request', (incoming, outgoing) => enforceBodyTimeout(incoming, outgoing, times));
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => failed(inWords(error, host, port)));
    server.listen(port, host, listening);
  });
  const endConnections = endConnectionsAfterAnswers(server);
  return {
    endConnections,
    close() {
      endConnections();
      return close(server);
    },
  };
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => {
    // Keep-alive connections become idle one by one as their requests finish.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      closed();
    });
  });
}

function inWords(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new AddressInUse(`Port ${port} on ${host} is in use. Stop what uses it, or set PORT to another one.`);
  if (error.code === 'EACCES') return new AddressInUse(`Port ${port} may not be used without more rights. Set PORT to one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new AddressInUse(`HOST ${host} is not an address of this machine.`);
  return error;
}
