import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresPrograms } from './postgres-programs.ts';

/** Trusts every loopback connection, has no socket file, and never fsyncs: for tests only. */
const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };

const environment = () => ({ ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' });

/** Creates the files of an empty server with the superuser `longline`. */
export function initCluster({ bin, runAs }: PostgresPrograms, cluster: string): void {
  mkdirSync(cluster, { mode: 0o700 });
  if (runAs.uid !== undefined) chownSync(cluster, runAs.uid, runAs.gid!);
  execFileSync(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'longline', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
    { ...runAs, env: environment(), cwd: dirname(cluster), stdio: 'pipe' },
  );
}

export interface ClusterServer {
  /** `SIGINT` cuts connections and shuts down; `SIGQUIT` is like a crash. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
}

/**
 * Starts a server on the files of `initCluster`; it ends with this process.
 * @returns when it accepts connections, even if read-only (a standby)
 */
export async function startCluster(
  { bin, runAs }: PostgresPrograms,
  cluster: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ClusterServer> {
  const given = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...given], {
    ...runAs,
    env: environment(),
    cwd: dirname(cluster),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endWithUs = () => server.kill('SIGQUIT');
  process.once('exit', endWithUs);
  const ended = once(server, 'exit');

  let said = '';
  await new Promise<void>((ready, failed) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (/ready to accept (read-only )?connections/.test(said)) ready();
    });
    server.once('exit', () => failed(new Error(`PostgreSQL exited during startup:\n${said}`)));
  });
  return {
    async end(signal) {
      process.off('exit', endWithUs);
      server.kill(signal);
      await ended;
    },
  };
}
