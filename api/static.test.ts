import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlineScriptHashes, pageOf, readStaticFiles, staticRoutes } from './static.ts';

const PAGE = '<!doctype html><script>document.title = "dark";</script><script type="module" src="/assets/app-1a2b.js"></script>';
const SCRIPT = 'console.log("longline");';

let outside: string;
let app: ReturnType<typeof staticRoutes>;
let overHttps: ReturnType<typeof staticRoutes>;

beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'longline-static-'));
  const folder = join(outside, 'pwa');
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('index.html', PAGE);
  write('index.html.br', brotliCompressSync(PAGE));
  write('service-worker.js', SCRIPT);
  write('manifest.webmanifest', '{}');
  write('assets/app-1a2b.js', SCRIPT);
  write('assets/app-1a2b.js.br', brotliCompressSync(SCRIPT));
  write('assets/app-1a2b.js.gz', gzipSync(SCRIPT));
  write('.vite/manifest.json', '{}');
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  app = staticRoutes(readStaticFiles(folder), 'http://localhost:3000');
  overHttps = staticRoutes(readStaticFiles(folder), 'https://longline.example.org');
});
afterAll(() => rmSync(outside, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

describe('encodings', () => {
  test('sends brotli if the browser accepts it', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(SCRIPT);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  });

  test('sends gzip if the browser refuses brotli', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br;q=0, gzip' });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(SCRIPT);
  });

  test('sends the plain file to all other clients', async () => {
    const answer = await get('/assets/app-1a2b.js');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe(SCRIPT);
  });
});

describe('caching', () => {
  test('caches hashed files forever and revalidates all others', async () => {
    expect((await get('/assets/app-1a2b.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/service-worker.js', '/manifest.webmanifest']) {
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-cache');
    }
  });

  test('lets no browser store the page over https, since WebKit would suspend it with its locks', async () => {
    const cachingOf = async (path: string) =>
      (await overHttps.request(path, { headers: { accept: 'text/html,*/*;q=0.8' } })).headers.get('cache-control');
    for (const path of ['/', '/index.html', '/my-dogs']) expect(await cachingOf(path), path).toBe('no-store');
    for (const path of ['/service-worker.js', '/manifest.webmanifest']) expect(await cachingOf(path), path).toBe('no-cache');
  });

  test('answers 304 to a current tag, but not to one of another encoding', async () => {
    const etag = (await get('/service-worker.js')).headers.get('etag')!;
    const again = await get('/service-worker.js', { 'if-none-match': `"other", W/${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    const page = (await get('/')).headers.get('etag')!;
    expect((await get('/', { 'if-none-match': page, 'accept-encoding': 'br' })).status).toBe(200);
  });
});

describe('paths', () => {
  test.for(['/', '/index.html', '/my-dogs', '/video/0b7d?tab=notes', '/profile/a.b/c'])('%s opens the app', async (path) => {
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toBe(PAGE);
  });

  test.for([
    '/assets/app-0000.js',
    '/robots.txt',
    '/.vite/manifest.json',
    '/assets/app-1a2b.js.br',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5c..%5csecret.txt',
    '/api/nothing',
    '/objects/nothing',
    '/%2fapi/dogs',
    '/api%2fdogs',
    '/my-dogs%5c..',
    '/%252fapi/dogs',
  ])('%s is not found', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([404, '404 Not Found']);
  });

  test('never answers a script or picture request with the page', async () => {
    expect((await get('/my-dogs', { accept: 'image/avif,image/webp' })).status).toBe(404);
  });

  test('answers HEAD with the size and without the body', async () => {
    const answer = await get('/', {}, 'HEAD');
    expect([answer.headers.get('content-length'), await answer.text()]).toEqual([String(PAGE.length), '']);
  });

  test('serves nothing without a build', async () => {
    expect((await staticRoutes(readStaticFiles(join(outside, 'no-such-folder')), 'http://localhost:3000').request('/')).status).toBe(404);
  });
});

test('only scripts, styles and fonts of a page are parts of a page, not workers, drawings or pages', () => {
  const folder = join(outside, 'parts');
  const paths = ['assets/app-1.js', 'assets/app-1.css', 'fonts/basic.woff2', 'assets/engine.worker-1.js', 'assets/mark-1.svg'];
  for (const path of [...paths, 'service-worker.js', 'index.html', 'manifest.webmanifest']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), SCRIPT);
  }
  const parts = [...readStaticFiles(folder).files].filter(([, file]) => file.partOfPage).map(([path]) => path);
  expect(parts.toSorted()).toEqual(['/assets/app-1.css', '/assets/app-1.js', '/fonts/basic.woff2']);
});

test('the policy allows exactly the inline scripts of the built page', () => {
  const hash = createHash('sha256').update('document.title = "dark";').digest('base64');
  expect(inlineScriptHashes(pageOf(readStaticFiles(join(outside, 'pwa'))))).toEqual([`'sha256-${hash}'`]);
});
