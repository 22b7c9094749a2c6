import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { freshPostgresUrl } from '../testing/describe-on-both-databases.ts';
import { freePort } from '../testing/free-port.ts';
import { findPostgresPrograms } from '../testing/postgres-programs.ts';
import { untilAccepts } from '../testing/until-accepts.ts';
import { openPostgres, type OpenDatabase } from './open.ts';

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

describe.skipIf(!hasPgBouncer)('PgBouncer in transaction mode, with two connections', () => {
  let folder: string;
  let bouncer: ChildProcess;
  let databases: OpenDatabase[];
  /** Two replicas. */
  let first: TestApp;
  let second: TestApp;
  let ann: TestPerson;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'longline-pgbouncer-'));
    chmodSync(folder, 0o755);
    const direct = await freshPostgresUrl();
    const { hostname, port: behind, pathname } = new URL(direct);
    const name = pathname.slice(1);
    const port = await freePort();
    const settings = `[databases]
${name} = host=${hostname} port=${behind} user=longline
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`;
    writeFileSync(join(folder, 'pgbouncer.ini'), settings);
    // Like PostgreSQL, it refuses to run as root.
    bouncer = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
      ...findPostgresPrograms(folder).runAs,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilAccepts(bouncer, port);
    const url = `postgres://longline@127.0.0.1:${port}/${name}`;
    databases = await Promise.all([openPostgres(url, 10, direct), openPostgres(url, 10, direct)]);
    for (const database of databases) await database.migrate();
    [first, second] = (await Promise.all(databases.map((database) => createTestApp(database)))) as [TestApp, TestApp];
    ann = await first.signIn('ann@example.org', { beta: true });
  });
  afterAll(async () => {
    await Promise.all([first?.close(), second?.close()]);
    await Promise.all(databases.map((database) => database.close()));
    bouncer.kill();
    await once(bouncer, 'exit');
    rmSync(folder, { recursive: true });
  });

  it('serves many calls at once, of both replicas', async () => {
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const names = Array.from({ length: 40 }, (_, place) => `Dog ${place}`);
    const answers = await Promise.all(
      names.map(async (name, place) =>
        (place % 2 === 0 ? first : second).app.request('/api/dogs', {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ name, breed: 'Collie', birthdate: '2021-02-28' }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    const { body } = await ann.call<{ name: string }[]>('GET', '/api/dogs');
    expect(body.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  });

  it('passes on a refusal in a transaction, and what follows it works', async () => {
    expect((await ann.call('POST', '/api/dogs', { name: '' })).status).toBe(400);
    expect((await ann.call('PATCH', '/api/videos/0197f3c2-0000-4000-8000-000000000000', { title: 'x' })).status).toBe(404);
    expect((await ann.call('GET', '/api/dogs')).status).toBe(200);
  });

  it('carries pokes between replicas, over connections of their own', async () => {
    const heard = new Promise<string>((resolve) => void second.services.pokes.subscribe([`own:${ann.userId}`], resolve));
    await ann.call('POST', '/api/dogs', { name: 'Fen', breed: 'Collie', birthdate: '2021-02-28' });
    expect(await heard).toBe(`own:${ann.userId}`);
  });
});
