import { request } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStaticFiles, type StaticFiles } from './static.ts';
import type { TestPerson } from './testing/create-test-app.ts';
import { describeOnBothDatabases } from './testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from './testing/listening-app.ts';
import { png } from './testing/sample-media.ts';
import { uploadAs } from './testing/upload-as.ts';

interface RawAnswer {
  status: number;
  header(name: string): string | undefined;
  text: string;
}

/** Sends the path exactly as given; `fetch` would normalise it. */
const sendRaw = (
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<RawAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sending = request({ hostname, port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, header: (name) => answer.headers[name] as string | undefined, text }),
      );
    });
    sending.on('error', reject).end();
  });

let folder: string;
let files: StaticFiles;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'longline-safety-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Longline</title><script>document.title = "x";</script>');
  for (const name of ['app-1a2b.js', 'engine.worker-1a2b.js']) writeFileSync(join(folder, 'assets', name), 'console.log(1);');
  files = readStaticFiles(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describeOnBothDatabases('a browser that follows a hostile link', (open) => {
  let app: ListeningApp;
  let anna: TestPerson;
  let object: string;
  const ask = (path: string, { as = anna, ...init }: { as?: TestPerson | null; method?: string; headers?: Record<string, string> } = {}) =>
    sendRaw(app.origin, path, {
      ...init,
      headers: { ...(as && { cookie: app.cookieOf(as) }), accept: 'text/html,*/*;q=0.8', ...init.headers },
    });
  beforeAll(async () => {
    app = await createListeningApp(await open(), {}, files);
    anna = await app.signIn('anna@example.org', { beta: true });
    await anna.call('POST', '/api/dogs', { name: 'Fly the secret', breed: 'Collie', birthdate: '2020-01-01' });
    object = (await uploadAs(app, anna, png(40, 30))).body.objectPath;
  });
  afterAll(() => app.close());

  const ASTRAY = (name: string) => [
    '//api/dogs',
    '///api/dogs',
    '/api//dogs',
    '/api/dogs//',
    '/api/dogs/',
    '/%2fapi/dogs',
    '/%2Fapi%2Fdogs',
    '/api%2fdogs',
    '/api%2Fdogs',
    '/api%5cdogs',
    '/api\\dogs',
    '\\api\\dogs',
    '/\\api/dogs',
    '/./api/dogs',
    '/../api/dogs',
    '/api/./dogs',
    '/api/x/../dogs',
    '/api/%2e/dogs',
    '/api/%2e%2e/api/dogs',
    '/api/x/%2e%2e/dogs',
    '/api/..%2fapi/dogs',
    '/x/..%2f..%2fapi/dogs',
    '/%2e%2e/api/dogs',
    '/.%2e/api/dogs',
    '/api/dogs%2f..',
    '/api/dogs%00',
    '/api/dogs;a=b',
    '/api;/dogs',
    '/API/DOGS',
    '/api/%2564ogs',
    '/%252fapi/dogs',
    '/api/%c0%af/dogs',
    `//objects/${name}`,
    `/objects//${name}`,
    `/objects/${name}/`,
    `/objects/./${name}`,
    `/objects/x/../${name}`,
    `/objects/x/%2e%2e/${name}`,
    `/objects/..%2fobjects%2f${name}`,
    `/objects%2f${name}`,
    `/objects%5c${name}`,
    `/objects\\${name}`,
    `/%2fobjects/${name}`,
    '/objects/..%2f..%2fetc%2fpasswd',
    '/objects/../../etc/passwd',
    '/objects/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/assets//app-1a2b.js',
    '/assets%2fapp-1a2b.js',
    '/assets/x/../app-1a2b.js',
    '/my-dogs//',
    '//evil.example/my-dogs',
    '/\\evil.example',
    '/video/..%2f..',
    '/my-dogs/../admin',
  ];

  it('gets 404 for doubled or encoded slashes, dot segments and backslashes', async () => {
    for (const path of ASTRAY(object.slice('/objects/'.length))) {
      const answer = await ask(path);
      // The HTTP parser rejects a backslash with 400.
      if (answer.status === 400) {
        expect(path.includes('\\') || path.includes('..'), path).toBe(true);
        expect(answer.text, path).toBe('');
        continue;
      }
      expect(answer.status, path).toBe(404);
      expect(answer.text.includes('secret'), path).toBe(false);
      expect(answer.header('location'), path).toBeUndefined();
      expect(answer.header('content-security-policy'), path).toContain("default-src 'none'");
      expect(answer.header('x-content-type-options'), path).toBe('nosniff');
    }
  });

  it('changes nothing through doubled or encoded slashes, dot segments and backslashes', async () => {
    for (const path of ['//api/dogs', '/api//dogs', '/%2fapi/dogs', '/api%2fdogs', '/api/x/../dogs', '/api/%2e/dogs', '/api\\dogs']) {
      const answer = await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' } });
      expect([400, 404], path).toContain(answer.status);
    }
    expect((await anna.call<object[]>('GET', '/api/dogs')).body).toHaveLength(1);
  });

  it('gets a strict policy with every kind of answer that it may open or run as a worker', async () => {
    const ANSWERS: [path: string, status: number, init?: Parameters<typeof ask>[1]][] = [
      ['/', 200],
      ['/my-dogs', 200],
      ['/assets/engine.worker-1a2b.js', 200],
      ['/assets/app-1a2b.js', 404, { method: 'POST' }],
      ['/assets/gone.js', 404],
      ['/api/dogs', 200],
      ['/api/dogs', 401, { as: null }],
      ['/api/admin/beta-access', 403],
      ['/api/nothing', 404],
      ['/api/dogs', 403, { method: 'POST', headers: { origin: 'https://evil.example' } }],
      ['/api/dogs?limit=0', 400],
      ['/api/health', 200],
      ['/api/address', 200, { as: null }],
      ['/api/openapi.json', 200],
      ['/api/docs', 200],
      ['/api/login', 200, { as: null }],
      ['/api/login/code', 303, { as: null }],
      ['/api/logout', 200, { headers: { 'sec-fetch-site': 'cross-site' } }],
      [object, 200],
      [object, 206, { headers: { range: 'bytes=0-9' } }],
      [object, 416, { headers: { range: 'bytes=900000-' } }],
      [object, 404, { as: null }],
      [`/objects/${'a'.repeat(43)}`, 404],
    ];
    for (const [path, status, init = {}] of ANSWERS) {
      const answer = await ask(path, init);
      const policy = answer.header('content-security-policy') ?? '';
      expect(answer.status, path).toBe(status);
      expect(policy, path).toMatch(/default-src 'none'/);
      expect(policy, path).not.toMatch(/unsafe|\*|https?:/);
      expect(policy, path).toMatch(/frame-ancestors 'none'/);
      if (path === object && answer.status < 300) expect(policy).toMatch(/^sandbox;/);
      expect(answer.header('x-content-type-options'), path).toBe('nosniff');
      expect(answer.header('referrer-policy'), path).toBe('same-origin');
      expect(answer.header('permissions-policy'), path).toContain('geolocation=()');
      expect(answer.header('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.header('strict-transport-security'), path).toBeUndefined();
      if (path.startsWith('/api/') && !/docs|openapi/.test(path)) expect(answer.header('cache-control'), path).toBe('no-store');
    }
  });

  it('reads a script of the page only as a script, and only from this origin', async () => {
    const answer = await ask('/assets/app-1a2b.js');
    expect(answer.status).toBe(200);
    expect(answer.header('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.header('x-content-type-options')).toBe('nosniff');
    expect(answer.header('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('gets the same form of refusal for every kind of error', async () => {
    for (const [path, method, code] of [
      ['/api/nothing', 'GET', 'not_found'],
      ['/api/nothing', 'DELETE', 'not_found'],
      ['/api/videos', 'PUT', 'not_found'],
      ['/api/auth/user', 'POST', 'not_found'],
      ['/api/sync', 'GET', 'not_found'],
      ['/api/batch', 'PATCH', 'not_found'],
      ['/api/waitlist', 'GET', 'not_found'],
      ['/api/', 'GET', 'not_found'],
      ['/objects/x', 'GET', 'not_found'],
      ['/objects/x', 'DELETE', 'not_found'],
      ['/api/dogs?cursor=x', 'GET', 'invalid'],
    ]) {
      const answer = await ask(path!, { method: method! });
      const body = JSON.parse(answer.text) as object;
      expect(body, `${method} ${path}`).toMatchObject({
        message: expect.stringMatching(/\w/),
        code,
        requestId: answer.header('x-request-id'),
      });
      expect(Object.keys(body).filter((name) => !['message', 'code', 'fields', 'requestId'].includes(name))).toEqual([]);
    }
  });
});

describeOnBothDatabases('behind TLS', (open) => {
  it('sends HSTS with every answer: pages, calls, refusals and objects', async () => {
    const app = await createListeningApp(await open(), { publicUrl: 'https://longline.example' }, files);
    for (const path of ['/', '/api/dogs', '/api/nothing', `/objects/${'a'.repeat(43)}`, '/assets/app-1a2b.js', '//x']) {
      const answer = await sendRaw(app.origin, path, { headers: { accept: 'text/html' } });
      expect(answer.header('strict-transport-security'), path).toBe('max-age=31536000');
    }
    await app.close();
  });
});
