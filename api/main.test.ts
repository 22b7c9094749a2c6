import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { freshPostgresUrl } from './testing/describe-on-both-databases.ts';
import { freePort } from './testing/free-port.ts';
import { openSmallStore, whereStoresCanBeSmall } from './testing/small-store.ts';
import { signInByCode } from './testing/sign-in-by-code.ts';
import { startPostgres } from './testing/start-postgres.ts';
import { type ServerProcess, startProcess } from './testing/start-process.ts';
import { copyMigratedPglite } from './testing/migrated-pglite.ts';

let dataDir: string;
let port: number;
let running: ServerProcess[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'longline-main-'));
  port = await freePort();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.filter(({ child }) => child.exitCode === null).map((server) => server.ends('SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
});

function start(variables: Record<string, string> = {}): ServerProcess {
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(port), ...variables });
  running.push(server);
  return server;
}

/** Copies a ready database, for tests that are not about its creation, which takes seconds. */
const databaseIsThere = () => copyMigratedPglite(dataDir);

async function startReady(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const server = start(variables);
  await server.prints('Longline is ready at');
  return server;
}

/** Waits until the condition holds; checks it at each change in the data folder. */
async function until(isSo: () => boolean): Promise<void> {
  const watcher = watch(dataDir);
  while (!isSo()) await once(watcher, 'change');
  watcher.close();
}

/** A request that is running, because the server waits for the rest of its body. */
async function beginLogin(): Promise<ClientRequest> {
  const slow = request({ port, path: '/api/login', method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  await new Promise((sent) => slow.write('email=', sent));
  // The bytes are on their way, so this answer comes after the server has received them.
  await get('/api/health');
  return slow;
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });

describe('a start', () => {
  test('prints its address, how to sign in, and that a power cut can lose the embedded database’s newest changes', async () => {
    const server = await startReady();
    const { output } = server;
    // Lines arrive one by one; this is the last.
    await server.prints("A power cut can lose the embedded database's newest changes");
    expect(output.stdout).toContain(`Longline is ready at http://localhost:${port}\n`);
    expect(output.stdout).toContain('Your code is printed here, on this terminal.');
    expect(output.stdout).toContain('The first person to sign in on a new server becomes its administrator.');
    expect(await (await get('/api/health')).json()).toEqual({ status: 'alive' });
    expect(await (await get('/api/ready')).json()).toEqual({ status: 'ready' });
  });

  test('serves the app at its paths, with a policy that allows the page’s own script', async () => {
    await databaseIsThere();
    await startReady();
    const page = await get('/my-dogs', { accept: 'text/html' });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
    expect(await page.text()).toContain('<div id="root">');
    const metrics = await (await get('/api/metrics')).text();
    expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(metrics).toMatch(/^longline_database_up 1$/m);
  });

  test('runs on PostgreSQL, without the warning about power cuts', async () => {
    const { output } = await startReady({ DATABASE_URL: await freshPostgresUrl() });
    expect((await get('/api/ready')).status).toBe(200);
    expect(output.stdout).not.toContain('power cut');
  });

  test('on a new database stops with one line and leaves the media of the former database unchanged', async () => {
    await databaseIsThere();
    const first = await startReady();
    const { code } = await first.ends('SIGTERM');
    expect(code).toBe(0);
    const folder = join(dataDir, 'media', 'objects', 'fi');
    mkdirSync(folder, { recursive: true });
    const films = Array.from({ length: 50 }, (_, index) => `fi${index}`).toSorted();
    for (const film of films) {
      writeFileSync(join(folder, film), 'x');
      utimesSync(join(folder, film), 0, 0);
    }
    const wrong = start({ DATABASE_URL: await freshPostgresUrl() });
    expect(await wrong.ends()).toMatchObject({ code: 1 });
    expect(wrong.output.stderr).toMatch(/^The media folder in \S+ belongs to another database: [^\n]+\n$/);
    expect(readdirSync(folder).toSorted()).toEqual(films);
  });

  test('makes the first person with a code from the terminal the admin, who stays admin after a restart', async () => {
    await databaseIsThere();
    const first = await startReady();
    const browser = await signInByCode(first, port);
    expect((await first.ends('SIGTERM')).code).toBe(0);

    const second = await startReady();
    const answer = await browser.get('/api/auth/user');
    expect([answer.status, await answer.json()]).toMatchObject([200, { email: 'kate@example.org', isAdmin: true }]);
    expect((await second.ends('SIGTERM')).code).toBe(0);
  });
});

describe('a stop', () => {
  test('lets proxies notice first: it is no longer ready, but still answers and ends each connection', async () => {
    await databaseIsThere();
    const server = await startReady({ STOP_GRACE_SECONDS: '2' });
    const ended = server.ends('SIGTERM');
    await expect.poll(async () => (await get('/api/ready')).status).toBe(503);
    expect(await (await get('/api/ready')).json()).toMatchObject({
      code: 'unavailable',
      message: 'This server is restarting. Please try again in a moment.',
      requestId: expect.any(String) as string,
    });
    const answer = await get('/api/address');
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    const { code, milliseconds } = await ended;
    expect(code).toBe(0);
    expect(milliseconds).toBeGreaterThan(2_000);
  });

  test('by a signal during startup exits with 0 and leaves a folder that opens again', async () => {
    const began = until(() => existsSync(join(dataDir, 'longline.lock')));
    const server = start();
    await began;
    expect((await server.ends('SIGTERM')).code).toBe(0);
    await startReady();
  });

  test('lets a running request finish', async () => {
    await databaseIsThere();
    const server = await startReady();
    const slow = await beginLogin();
    const ended = server.ends('SIGTERM');
    await untilRefused();
    slow.end('kate%40example.org');
    const [answer] = await once(slow, 'response');
    expect(answer.statusCode).toBe(303);
    expect((await ended).code).toBe(0);
  });

  /** Waits until new connections fail: a stopping server closes its listening socket first. */
  async function untilRefused(): Promise<void> {
    for (;;) {
      const refused = await get('/api/health', { connection: 'close' }).then(
        () => false,
        () => true,
      );
      if (refused) return;
    }
  }
});

describe('a start without its database', () => {
  test('waits with one line that omits the password, and continues once PostgreSQL is up', async () => {
    const postgres = await startPostgres();
    try {
      await postgres.halt('fast');
      const { host } = new URL(postgres.url);
      const server = start({ DATABASE_URL: `postgres://longline:hunter2@${host}/postgres` });
      await server.prints('Waiting for it.', 'stderr');
      expect(server.output.stderr).toBe(
        `DATABASE_URL: PostgreSQL at ${host}/postgres cannot be used: nothing answers there. Waiting for it.\n`,
      );
      await postgres.resume();
      await server.prints('Longline is ready at');
      expect((await get('/api/ready')).status).toBe(200);
      expect((await server.ends('SIGTERM')).code).toBe(0);
    } finally {
      await postgres.stop();
    }
  });

  test('exits with 0 on SIGTERM', async () => {
    const server = start({ DATABASE_URL: `postgres://longline@127.0.0.1:${await freePort()}/longline` });
    await server.prints('Waiting for it.', 'stderr');
    const { code, milliseconds } = await server.ends('SIGTERM');
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(5_000);
  });
});

describe('one clear line and a non-zero exit code', () => {
  async function refusal(variables: Record<string, string>): Promise<string> {
    const server = start(variables);
    const { code } = await server.ends();
    expect(code).toBe(1);
    expect(server.output.stdout).toBe('');
    expect(server.output.stderr.trimEnd()).not.toContain('\n');
    return server.output.stderr.trimEnd();
  }

  test('for a half-set provider', async () => {
    expect(await refusal({ OIDC_ISSUER: 'https://id.example.org' })).toBe('OIDC_ISSUER is set but OIDC_CLIENT_ID is missing.');
  });

  test.for([
    ['a database that does not exist', 'longline', 'nowhere', 'database "nowhere" does not exist'],
    ['a role that the database does not know', 'kate:hunter2', 'postgres', 'role "kate" does not exist'],
  ])('for %s', async ([, who, name, reason]) => {
    const { host } = new URL(inject('postgresUrl'));
    expect(await refusal({ DATABASE_URL: `postgres://${who}@${host}/${name}` })).toBe(
      `DATABASE_URL: PostgreSQL at ${host}/${name} cannot be used: ${reason}.`,
    );
  });

  test('for a database that a release after the next one has migrated', async () => {
    const url = await freshPostgresUrl();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("update drizzle.longline_release set release = '77.1.0', oldest = '77.0.0'");
    await client.end();
    expect(await refusal({ DATABASE_URL: url })).toMatch(
      /^The database was migrated by Longline 77\.1\.0\. This is \S+, which is more than one release older: start 77\.0\.0 or newer\.$/,
    );
  });

  whereStoresCanBeSmall(() => {
    test('for a full disk', async () => {
      const small = openSmallStore(65_536, {});
      small.fill();
      const words = await refusal({ DATA_DIR: small.env.dataDir! });
      small.close();
      expect(words).toBe('The disk of DATA_DIR or of the database is full. Free some space, then start again.');
    });
  });

  test('for a port in use, and releases the folder afterwards', async () => {
    await databaseIsThere();
    const occupant = createServer().listen(port, '127.0.0.1');
    await once(occupant, 'listening');
    expect(await refusal({})).toBe(`Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set PORT to another one.`);
    occupant.close();
    await once(occupant, 'close');
    await startReady();
  });

  test('for a second process on the same folder, and leaves the first one running', async () => {
    await databaseIsThere();
    const first = await startReady();
    const elsewhere = String(await freePort());
    expect(await refusal({ PORT: elsewhere })).toBe(
      `${dataDir} is in use by another Longline (process ${first.child.pid}). Stop that one, or set DATA_DIR to another folder.`,
    );
    expect((await get('/api/ready')).status).toBe(200);
  });
});

test('a start waits for a server that is stopping, and takes over its folder', async () => {
  await databaseIsThere();
  const first = await startReady();
  // Its body never arrives in full, so the stop takes as long as the server waits for it.
  const hanging = await beginLogin();
  hanging.on('error', () => {});
  const noted = until(() => readFileSync(join(dataDir, 'longline.lock'), 'utf8').includes('"ending":true'));
  const ended = first.ends('SIGTERM');
  await noted;
  const second = await startReady({ PORT: String(await freePort()) });
  expect((await ended).code).toBe(0);
  expect((await second.ends('SIGTERM')).code).toBe(0);
});

test('a start takes over the folder of a killed process', async () => {
  await databaseIsThere();
  const first = await startReady();
  await first.ends('SIGKILL');
  await startReady();
  expect((await get('/api/ready')).status).toBe(200);
});
