import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import type { AppEnv } from '../services.ts';
import { originCheck } from './origin-check.tsx';

const PUBLIC_URL = 'https://longline.example.org';

const status = async (headers: Record<string, string>, options: { method?: string; publicUrl?: string } = {}) =>
  (await ask(headers, options)).status;

async function ask(headers: Record<string, string>, { method = 'POST', publicUrl = PUBLIC_URL } = {}) {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => c.text(error.message, error instanceof Refusal ? error.status : 500));
  app.use(originCheck({ publicUrl }));
  app.all('*', (c) => c.text('done'));
  return app.request('/api/dogs', { method, headers });
}

describe('the origin check', () => {
  it('accepts requests from pages of this origin and from clients other than browsers', async () => {
    expect(await status({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ origin: PUBLIC_URL })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({})).toBe(200);
  });

  it.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'refuses another site’s request of type %j',
    async (type) => {
      const content: Record<string, string> = type ? { 'content-type': type } : {};
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expect(await status({ ...content, origin: 'https://evil.example' }, { method })).toBe(403);
        expect(await status({ ...content, 'sec-fetch-site': 'cross-site' }, { method })).toBe(403);
      }
    },
  );

  it.each([
    'null',
    '',
    'http://longline.example.org',
    'https://longline.example.org:8443',
    'https://longline.example.org.evil.example',
    'https://evil.example/https://longline.example.org',
    'https://www.longline.example.org',
  ])('refuses the origin %j', async (origin) => {
    expect(await status({ origin })).toBe(403);
  });

  it('refuses a sister site that omits the origin', async () => {
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403);
  });

  it('allows reading from any site', async () => {
    expect(await status({ origin: 'https://evil.example' }, { method: 'GET' })).toBe(200);
  });

  it('treats the loopback names as one, if scheme and port match', async () => {
    const publicUrl = 'http://localhost:3000';
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(await status({ origin }, { publicUrl })).toBe(200);
    }
    for (const origin of ['http://localhost:3001', 'https://localhost:3000', 'http://localhost', 'http://evil.localhost:3000']) {
      expect(await status({ origin }, { publicUrl })).toBe(403);
    }
    expect(await status({ origin: 'http://localhost' })).toBe(403);
  });

  it('answers a browser’s form from another address with a page that names the right one', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    // Browsers send no Sec-Fetch headers to such an address.
    const answer = await ask({ origin: 'http://192.168.1.20:3000', accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=UTF-8']);
    const page = await answer.text();
    expect(page).toContain('<title>Another address · Longline</title>');
    expect(page).toContain(`<a class="button" href="${PUBLIC_URL}/">`);
    expect(page).not.toContain('192.168.1.20');
    expect((await ask({ origin: PUBLIC_URL, accept })).status).toBe(200);
  });

  it('answers calls of programs with a refusal, not a page', async () => {
    for (const accept of ['application/json', '*/*']) {
      const answer = await ask({ origin: 'http://192.168.1.20:3000', accept });
      expect([answer.status, await answer.text()]).toEqual([403, `This request came from another address. Please open ${PUBLIC_URL}.`]);
    }
  });
});
