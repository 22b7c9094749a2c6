import type { Server, ServerResponse } from 'node:http';

/**
 * Lets a server end its connections without losing a request: each answer says `Connection: close`, so a proxy sends
 * nothing more on that connection. Cutting an idle connection could cut off a request in flight.
 * @returns a function that begins this
 */
export function endConnectionsAfterAnswers(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let ending = false;
  server.prependListener('request', (_incoming, outgoing) => {
    if (ending) return endAfter(outgoing);
    open.add(outgoing);
    outgoing.once('close', () => open.delete(outgoing));
  });
  return () => {
    ending = true;
    for (const outgoing of open) endAfter(outgoing);
  };
}

function endAfter(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
  else outgoing.once('finish', () => outgoing.req.socket.end());
}
