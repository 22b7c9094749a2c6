import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { startPostgres } from '../testing/start-postgres.ts';
import { copyMigratedPglite } from '../testing/migrated-pglite.ts';
import { startProcess } from '../testing/start-process.ts';

let scratch: string;
let dataDir: string;
let variables: Record<string, string>;
beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'longline-doctor-'));
  dataDir = join(scratch, 'data');
  variables = { DATA_DIR: dataDir, PORT: String(await freePort()) };
});
afterEach(() => rmSync(scratch, { recursive: true }));

async function examined(changed: Record<string, string> = {}) {
  const { output, ends } = startProcess({ ...variables, ...changed }, 'doctor/doctor.js');
  const { code } = await ends();
  expect(output.stderr).toBe('');
  return { code, lines: output.stdout.trimEnd().split('\n') };
}

test('exits with 0 beside a server that is well, and with the number of mistakes otherwise', async () => {
  mkdirSync(dataDir);
  await copyMigratedPglite(dataDir);
  const server = startProcess(variables);
  await server.prints('Longline is ready at');
  expect(await examined()).toEqual({ code: 0, lines: ['Everything is well.'] });
  expect(
    await examined({ PUBLIC_URL: `http://localhost:${await freePort()}`, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' }),
  ).toEqual({
    code: 2,
    lines: [
      'PUBLIC_URL cannot be reached from this machine: ECONNREFUSED',
      expect.stringMatching(/^SMTP_URL: the mail server refuses or does not answer/),
    ],
  });
  expect(await examined({ SESSION_SECRET: 'of another server, thirty-two characters' })).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^Something else than this server answers at .+, or SESSION_SECRET is not the one of this server\.$/)],
  });
  await server.ends('SIGTERM');
  expect(await examined()).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^The server does not answer at .+: ECONNREFUSED\. Start it and run doctor again\.$/)],
  });
});

test('beside a server that never ran, makes no database and no secret', async () => {
  expect(await examined()).toEqual({ code: 1, lines: [expect.stringMatching(/^The server does not answer at /)] });
  expect(existsSync(join(dataDir, 'database'))).toBe(false);
  expect(existsSync(join(dataDir, 'session-secret'))).toBe(false);
});

test('names a wrong setting, and a database that does not answer', async () => {
  expect(await examined({ PORT: 'x' })).toEqual({ code: 1, lines: ['PORT must be a number.'] });
  mkdirSync(join(dataDir, 'media'), { recursive: true });
  const { code, lines } = await examined({ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/longline` });
  expect([code, lines]).toEqual([
    2,
    [expect.stringMatching(/^The server does not answer/), expect.stringMatching(/ECONNREFUSED|PostgreSQL/)],
  ]);
});

test('says that something else answers, and what it could not examine', async () => {
  const answers: Record<string, [number, string]> = {};
  const other = createServer((request, response) => {
    const [status, text] = answers[request.url!] ?? [404, ''];
    response.writeHead(status).end(text);
  });
  await once(other.listen(Number(variables['PORT']), '127.0.0.1'), 'listening');
  // A page of another program, as from a server that answers every path.
  answers['/api/doctor'] = [200, '<!doctype html>'];
  expect(await examined()).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^Something else than this server answers at http:\/\/127\.0\.0\.1:\d+\.$/)],
  });
  answers['/api/doctor'] = [200, '{"installation":"this one","forwarded":0}'];
  answers['/api/ready'] = [200, ''];
  answers['/api/doctor/database'] = [500, '{"code":"failed","message":"Something went wrong."}'];
  expect(await examined({ PUBLIC_URL: `http://localhost:${await freePort()}` })).toEqual({
    code: 2,
    lines: ['The database cannot be examined: 500', 'PUBLIC_URL cannot be reached from this machine: ECONNREFUSED'],
  });
  other.close();
  await once(other, 'close');
});

test('says that the running server may change nothing, or has lost its database', async () => {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  variables['DATABASE_URL'] = postgres.url;
  const server = startProcess(variables);
  await server.prints('Longline is ready at');
  // As after a failover, when the server is left with the standby.
  await client.query('alter system set default_transaction_read_only = on');
  await client.query('select pg_reload_conf()');
  const { lines } = await examined();
  expect(lines).toContain("The server is not ready: The server can't reach its database right now. Please try again in a moment.");
  await client.end();
  await postgres.halt('fast');
  expect(await examined()).toEqual({ code: 1, lines: ['The server has no database now: it answered 503. Its log says why.'] });
  await server.ends('SIGTERM');
  await postgres.stop();
});

test('refuses to examine what belongs to another user', async () => {
  mkdirSync(dataDir);
  const ours = process.getuid?.() ?? 0;
  // Only root can give a folder away, and only root owns the root folder.
  if (ours === 0) chownSync(dataDir, 1, 1);
  expect(await examined(ours === 0 ? {} : { DATA_DIR: '/' })).toEqual({
    code: 1,
    lines: ['DATA_DIR belongs to another user. Run doctor as the user that runs Longline.'],
  });
});
