import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** Serves the media page on a free loopback port. */
export async function serveMediaPage(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    cacheDir: fileURLToPath(new URL('../../../node_modules/.vite-media-page', import.meta.url)),
    logLevel: 'error',
    worker: { format: 'es' },
    // Vite would reload the page during a test if it discovered these packages late.
    optimizeDeps: { include: ['dexie', 'zod/mini', '@noble/hashes/sha2.js', '@noble/hashes/utils.js'] },
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null, fs: { strict: false } },
  });
  await server.listen();
  const origin = server.resolvedUrls?.local[0];
  if (!origin) throw new Error('The media page has no address');
  return { origin: origin.replace(/\/$/, ''), close: () => server.close() };
}
