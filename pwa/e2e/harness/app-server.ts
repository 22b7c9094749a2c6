import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BatchRequest, feedName, type PullAnswer } from '../../../api/contract/sync-protocol.ts';
import type { SignedInUser } from '../../../api/contract/entities/user.ts';

const DIST = fileURLToPath(new URL('../../../dist/pwa/', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the built app to one signed-in person. It can release a new service worker, as a deployment does. */
export interface AppServer {
  url: string;
  /** Serves a changed service worker from now on. */
  release: () => void;
  /** Makes the API accept sync calls; until then it answers 503. */
  accept: () => void;
  /** Titles of the accepted operations. */
  taken: () => string[];
  close: () => Promise<void>;
}

export async function serveApp(user: SignedInUser): Promise<AppServer> {
  let version = 1;
  let accepts = false;
  const taken: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app');
    if (pathname === '/api/auth/user') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(user));
      return;
    }
    const answer = accepts && answerTo(pathname, user, await textOf(request), taken);
    if (answer) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    if (pathname.startsWith('/api/')) {
      response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"message":"Not here","code":"unavailable","requestId":""}');
      return;
    }
    const file = extname(pathname) ? pathname : '/index.html';
    const bytes = await readFile(join(DIST, file)).catch(() => null);
    const released = file === '/service-worker.js' ? `\n// release ${version}` : '';
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    if (!bytes) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(Buffer.concat([bytes, Buffer.from(released)]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://localhost:${address.port}`,
    release: () => {
      version += 1;
    },
    accept: () => {
      accepts = true;
    },
    taken: () => [...taken],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The minimal answers to the two sync calls that let a device finish a cycle. */
function answerTo(pathname: string, user: SignedInUser, body: string, taken: string[]): object | null {
  if (pathname === '/api/sync') return { readable: [feedName('own', user.id)], pages: [] } satisfies PullAnswer;
  if (pathname !== '/api/batch') return null;
  const { operations } = JSON.parse(body) as BatchRequest;
  taken.push(...operations.map(({ payload }) => (payload as { title: string }).title));
  return { answers: operations.map(({ key }) => ({ key, status: 200, body: {} })) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}
