import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles each contender's page as an app would: minified, for production. */
export async function bundle(contenders, folder) {
  await build({
    configFile: false,
    root: here('.'),
    logLevel: 'error',
    define: { global: 'globalThis' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome111',
      rolldownOptions: {
        input: Object.fromEntries(contenders.map(({ name, entry }) => [name, here(entry)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/**
 * One origin for the pages, the API and the peers' servers. It delays every request to a server by one round trip. The
 * site opens first, because the API needs its public address at start; the servers register their ports later.
 */
export async function openSite() {
  /** Ports by the first path segment. */
  const ports = {};
  let folder = '';
  let roundTripMs = 0;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://bench');
    const word = pathname.split('/')[1];
    if (ports[word]) {
      if (roundTripMs > 0) await new Promise((over) => setTimeout(over, roundTripMs));
      relay(request, response, ports[word]);
    } else if (pathname.endsWith('.js')) {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(await readFile(join(folder, pathname)));
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><script type="module" src="/${word}.js"></script>`);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${server.address().port}`,
    leadTo(pages, servers) {
      folder = pages;
      Object.assign(ports, servers);
    },
    setRoundTrip: (ms) => (roundTripMs = ms),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function relay(request, response, port) {
  const { method, url: path, headers } = request;
  const onward = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    // Send the headers at once: an event stream starts with them.
    response.flushHeaders();
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
