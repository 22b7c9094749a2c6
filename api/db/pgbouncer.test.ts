import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { freshPostgresUrl } from '../testing/describe-on-both-databases.ts';
import { freePort } from '../testing/free-port.ts';
import { startPostgres } from '../testing/start-postgres.ts';
import { findPostgresPrograms } from '../testing/postgres-programs.ts';
import { untilAccepts } from '../testing/until-accepts.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './database-unavailable.ts';
import { openPostgres, type OpenDatabase } from './open.ts';

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

describe.skipIf(!hasPgBouncer)('PgBouncer in transaction mode, with two connections', () => {
  let folder: string;
  let bouncer: Bouncer;
  let databases: OpenDatabase[];
  /** Two replicas. */
  let first: TestApp;
  let second: TestApp;
  let ann: TestPerson;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'longline-pgbouncer-'));
    chmodSync(folder, 0o755);
    const direct = await freshPostgresUrl();
    // Forty calls wait for two connections, on a machine that may have other things to do.
    bouncer = await startBouncer(folder, direct, { waitSeconds: 120 });
    const { url } = bouncer;
    databases = await Promise.all([openPostgres(url, 10, direct), openPostgres(url, 10, direct)]);
    for (const database of databases) await database.migrate();
    [first, second] = (await Promise.all(databases.map((database) => createTestApp(database)))) as [TestApp, TestApp];
    ann = await first.signIn('ann@example.org', { beta: true });
  });
  afterAll(async () => {
    await Promise.all([first?.close(), second?.close()]);
    await Promise.all(databases.map((database) => database.close()));
    await bouncer.stop();
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

describe.skipIf(!hasPgBouncer)('PgBouncer whose PostgreSQL is away', () => {
  it('counts as a database that may answer later, for calls and for a start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'longline-pgbouncer-'));
    chmodSync(folder, 0o755);
    const postgres = await startPostgres();
    const bouncer = await startBouncer(folder, postgres.url, { waitSeconds: 2 });
    const { db, close } = await openPostgres(bouncer.url, 4, postgres.url);
    const works = () =>
      db.execute(sql`select 1`).then(
        () => 'yes',
        (error: unknown) => isDatabaseUnavailable(error) || error,
      );
    expect(await works()).toBe('yes');
    await postgres.halt('immediate');
    expect(await works()).toBe(true);
    expect(await works()).toBe(true);
    await expect(openPostgres(bouncer.url, 4, postgres.url)).rejects.toThrow(DatabaseUnavailable);
    await postgres.resume();
    await expect.poll(works).toBe('yes');
    await close();
    await bouncer.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  it('refuses a direct address that does not let it in, by the name of its setting', async () => {
    const direct = await freshPostgresUrl();
    const wrong = new URL(direct);
    wrong.pathname = '/no-such-database';
    await expect(openPostgres(direct, 2, wrong.href)).rejects.toThrow(/^DATABASE_DIRECT_URL: PostgreSQL at .+ cannot be used: /);
  });
});

interface Bouncer {
  /** Of the database behind it. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PgBouncer in front of one database, with two connections.
 * @param folder that every user can read
 * @param options.waitSeconds how long a query waits for a connection before PgBouncer refuses it
 */
async function startBouncer(folder: string, direct: string, { waitSeconds }: { waitSeconds: number }): Promise<Bouncer> {
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
server_login_retry = 1
query_wait_timeout = ${waitSeconds}
`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings);
  chmodSync(file, 0o644); // Readable by the other user under any umask.
  // Like PostgreSQL, it refuses to run as root.
  const { runAs } = findPostgresPrograms(folder);
  const program = spawn('pgbouncer', [file], { ...runAs, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilAccepts(program, port);
  return {
    url: `postgres://longline@127.0.0.1:${port}/${name}`,
    async stop() {
      program.kill();
      await once(program, 'exit');
    },
  };
}
