import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

export interface RunningPostgres {
  /** Of the maintenance database, as the superuser. */
  url: string;
  stop(): Promise<void>;
}

/** A throwaway server on loopback, its files in a temporary folder, never written through to the disk. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'longline-postgres-'));
  // The server runs as somebody else when we are root.
  chmodSync(folder, 0o755);
  const { bin, runAs } = findPostgresPrograms(folder);
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (runAs.uid !== undefined) chownSync(cluster, runAs.uid, runAs.gid!);
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'longline', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
    { ...runAs, env, cwd: folder, stdio: 'pipe' },
  );

  const port = await freePort();
  const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const loopback = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const settings = Object.entries({ ...quick, ...loopback }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...settings], {
    ...runAs,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endWithUs = () => server.kill('SIGQUIT');
  process.once('exit', endWithUs);
  const ended = once(server, 'exit');

  let said = '';
  await new Promise<void>((ready, failed) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (said.includes('ready to accept connections')) ready();
    });
    server.once('exit', () => failed(new Error(`PostgreSQL ended at its start:\n${said}`)));
  });

  return {
    url: `postgres://longline@127.0.0.1:${port}/postgres`,
    stop: async () => {
      process.off('exit', endWithUs);
      // SIGINT is its fast shutdown: open connections are cut.
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
