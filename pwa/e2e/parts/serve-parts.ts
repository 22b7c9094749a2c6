import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

/** Serves the parts page on loopback; port 0 picks a free port. */
export async function serveParts(port = 0): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
    cacheDir: fileURLToPath(new URL('../../../node_modules/.vite-parts', import.meta.url)),
    logLevel: 'error',
    server: { host: '127.0.0.1', port, hmr: false, ws: false, watch: null, fs: { strict: false } },
    plugins: [react(), tailwindcss()],
  });
  await server.listen();
  const origin = server.resolvedUrls?.local[0];
  if (!origin) throw new Error('The parts page has no address');
  return { origin: origin.replace(/\/$/, ''), close: () => server.close() };
}
