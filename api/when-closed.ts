import type { HttpBindings } from '@hono/node-server';
import { setMaxListeners } from 'node:events';
import type { Context } from 'hono';
import type { AppEnv } from './services.ts';

/**
 * Calls `done` once: when the answer is fully sent, or when its connection closes. A pipelined answer that waits behind
 * another gets no close event, so this watches the socket too.
 * @returns false without an open connection, as in tests without a server; `done` is then never called
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
  // Pipelined requests share a socket: many listeners are not a leak.
  setMaxListeners(0, socket);
  outgoing.once('close', end);
  socket.once('close', end);
  return true;
}
