import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appChunk } from './pwa/build/app-chunk.ts';
import { appPreload } from './pwa/build/app-preload.ts';
import { lightBuilds } from './pwa/build/light-builds.ts';
import { precompress } from './pwa/build/precompress.ts';
import { webManifest } from './pwa/build/web-manifest.ts';

const root = fileURLToPath(new URL('./pwa', import.meta.url));
const outDir = fileURLToPath(new URL('./dist/pwa', import.meta.url));

export default defineConfig(({ command }) => {
  const api = `http://127.0.0.1:${process.env['LONGLINE_API_PORT'] ?? process.env['PORT'] ?? '3000'}`;
  return {
    root,
    cacheDir: fileURLToPath(new URL('./node_modules/.vite', import.meta.url)),
    server: { host: '127.0.0.1', proxy: { '/api': api, '/objects': api } },
    preview: { host: '127.0.0.1', proxy: { '/api': api, '/objects': api } },
    worker: { format: 'es' as const },
    // Not in `npm run dev`, where react-router warns developers.
    resolve: { alias: command === 'build' ? lightBuilds(fileURLToPath(new URL('./node_modules', import.meta.url))) : [] },
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
      manifest: true,
      // No inlining: a picture or font inside the style sheet would block the first paint.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: appChunk(root) }], includeDependenciesRecursively: false } } },
    },
    plugins: [
      react(),
      tailwindcss(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'service-worker',
        filename: 'service-worker.ts',
        // The page registers it itself, only for signed-in people.
        injectRegister: false,
        manifest: webManifest,
        injectManifest: {
          globPatterns: ['**/*.{js,css,html,woff2,svg}', 'favicon.ico', 'icon-192.png'],
          // The whole precache stays under 1.2 MB (R150); a single file near that size is a mistake.
          maximumFileSizeToCacheInBytes: 600_000,
        },
      }),
      appPreload(`${root}/public`),
      precompress(outDir),
    ],
  };
});
