import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { securityHeaders, sourceHash } from './security-headers.ts';
import type { AppEnv } from './services.ts';

async function headersOf(path: string, publicUrl = 'https://longline.example', scripts: string[] = []) {
  const app = new Hono<AppEnv>();
  app.onError((_error, c) => c.text('', 500));
  app.use(securityHeaders({ publicUrl, scripts }));
  app.get('/api/dogs', (c) => c.json([]));
  app.get('/api/fails', () => {
    throw new Error('inside');
  });
  app.get('/objects/one', (c) => {
    c.header('Content-Security-Policy', 'sandbox');
    c.header('Cache-Control', 'private, no-cache');
    return c.body('bytes');
  });
  app.get('/assets/app.js', (c) => {
    c.set('partOfPage', true);
    return c.body('', 200, { 'Cache-Control': 'public, immutable' });
  });
  return (await app.request(path)).headers;
}

describe('security headers', () => {
  it('allow only this origin on pages, answers, refusals and unknown paths', async () => {
    for (const path of ['/', '/api/dogs', '/api/fails', '/nowhere']) {
      const headers = await headersOf(path);
      const policy = headers.get('content-security-policy')!;
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toMatch(/\*|https?:/);
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=(self)');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  it('allow a known inline script by its hash', async () => {
    expect(sourceHash('doSubmit();')).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
    const policy = (await headersOf('/', undefined, [sourceHash('doSubmit();')])).get('content-security-policy');
    expect(policy).toContain(`script-src 'self' ${sourceHash('doSubmit();')};`);
  });

  it('keep answers and refusals of the API out of every cache, and leave other paths alone', async () => {
    expect((await headersOf('/api/dogs')).get('cache-control')).toBe('no-store');
    expect((await headersOf('/api/fails')).get('cache-control')).toBe('no-store');
    expect((await headersOf('/api/nowhere')).get('cache-control')).toBe('no-store');
    expect((await headersOf('/assets/app.js')).get('cache-control')).toBe('public, immutable');
  });

  it('send parts of a page only what browsers apply to them', async () => {
    const headers = await headersOf('/assets/app.js');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    for (const name of ['content-security-policy', 'permissions-policy', 'referrer-policy', 'cross-origin-opener-policy']) {
      expect(headers.has(name), name).toBe(false);
    }
  });

  it('do not loosen a header that a route has set', async () => {
    const headers = await headersOf('/objects/one');
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it('send HSTS only with TLS, and isolation only where browsers apply it', async () => {
    expect((await headersOf('/')).get('strict-transport-security')).toBe('max-age=31536000');
    for (const publicUrl of ['http://localhost:3000', 'http://192.168.1.5:3000']) {
      expect((await headersOf('/', publicUrl)).has('strict-transport-security')).toBe(false);
    }
    for (const publicUrl of ['http://localhost:3000', 'http://192.168.1.5:3000']) {
      expect((await headersOf('http://localhost:3000/', publicUrl)).has('cross-origin-opener-policy')).toBe(true);
      expect((await headersOf('http://192.168.1.5:3000/', publicUrl)).has('cross-origin-opener-policy')).toBe(false);
    }
  });
});
