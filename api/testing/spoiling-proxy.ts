import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Spoiling {
  /** Refuses larger bodies with 413, as nginx does by its Content-Length. */
  mostBytes?: number;
  /** Reads a whole body, or a whole answer, before it passes it on. */
  holdsBodies?: boolean;
  holdsAnswers?: boolean;
  /** How many addresses it writes into X-Forwarded-For. */
  names?: number;
  /** Answers a POST itself: with this status, or with a page. */
  answersBodies?: number | 'page';
  /** Cuts a stream after its first bytes. */
  cutsStreams?: boolean;
  /** Answers every request itself with this redirect. */
  redirect?: string;
  /** Speaks TLS. */
  tls?: { key: string; cert: string };
}

/** A proxy to a server on loopback that does what misconfigured proxies do. */
export async function openSpoilingProxy(target: string, spoiling: Spoiling): Promise<{ port: number; close(): Promise<void> }> {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (spoiling.redirect !== undefined) {
      outgoing.writeHead(301, { Location: spoiling.redirect + incoming.url }).end();
      return;
    }
    if (Number(incoming.headers['content-length'] ?? 0) > (spoiling.mostBytes ?? Infinity)) {
      outgoing.writeHead(413, { Connection: 'close' }).end('Too large');
      return;
    }
    if (incoming.method === 'POST' && spoiling.answersBodies !== undefined) {
      await buffer(incoming);
      if (spoiling.answersBodies === 'page') outgoing.end('<p>Welcome</p>');
      else outgoing.writeHead(spoiling.answersBodies).end();
      return;
    }
    const named = Array.from({ length: spoiling.names ?? 0 }, (_, place) => `192.0.2.${place}`);
    const headers = { ...incoming.headers, ...(named.length > 0 && { 'x-forwarded-for': named.join(', ') }) };
    const held = spoiling.holdsBodies ? await buffer(incoming) : undefined;
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers, agent: false });
    onward.once('error', () => outgoing.destroy());
    onward.once('response', async (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (spoiling.cutsStreams && incoming.url?.endsWith('/stream')) answer.once('data', () => outgoing.destroy());
      if (spoiling.holdsAnswers) outgoing.end(await buffer(answer));
      else answer.pipe(outgoing);
    });
    if (held) onward.end(held);
    else incoming.pipe(onward);
  };
  const server: Server = spoiling.tls ? createSecureServer(spoiling.tls, pass) : createServer(pass);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
