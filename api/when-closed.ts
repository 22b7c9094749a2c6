import type { HttpBindings } from '@hono/node-server';
import { setMaxListeners } from 'node:events';
import type { Context } from 'hono';
import type { AppEnv } from './services.ts';

/**
 * Calls `done` once: when the answer has been sent to the end, or when its connection has closed. An answer that waits
 * behind another one (pipelining) is never told that its connection has closed, so this watches the socket too.
 * @returns false, and `done` is never called, without an open connection, as when a test calls the app without a server
 */
export function whenClosed(c: Context<AppEnv>, done: () => void): boolean {
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!incoming || !outgoing || outgoing.closed || incoming.socket.closed) return false;
  const { socket } = incoming;
  const end = () => {
    outgoing.off('close', end);
    socket.off('close', end);
    done();
  };
  // Pipelined requests share their socket: many listeners are not a leak.
  setMaxListeners(0, socket);
  outgoing.once('close', end);
  socket.once('close', end);
  return true;
}
