import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findPostgresPrograms, type RunAs } from './postgres-programs.ts';

export interface RunningPostgres {
  /** Of the maintenance database, as the superuser. */
  url: string;
  /** Ends the server and keeps its files. `fast` cuts connections and shuts down; `immediate` is like a crash. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again on the same files and port. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const LOOPBACK = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
const QUICK = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

/**
 * A throwaway server on loopback, its files in a temporary folder.
 * @param keepsCommits a commit survives an `immediate` halt; otherwise commits are faster and the newest may be lost
 */
export async function startPostgres({ keepsCommits = false } = {}): Promise<RunningPostgres> {
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
  const settings = { ...LOOPBACK, ...QUICK, synchronous_commit: keepsCommits ? 'on' : 'off' };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () => startServer(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...given], { ...runAs, env, cwd: folder });
  let server = await start();
  return {
    url: `postgres://longline@127.0.0.1:${port}/postgres`,
    halt: (mode) => server.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    async resume() {
      server = await start();
    },
    async stop() {
      await server.end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when it accepts connections. */
async function startServer(program: string, args: string[], options: RunAs & { env: NodeJS.ProcessEnv; cwd: string }) {
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
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
    async end(signal: 'SIGINT' | 'SIGQUIT') {
      process.off('exit', endWithUs);
      server.kill(signal);
      await ended;
    },
  };
}
