import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { initCluster, startCluster } from './postgres-cluster.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

export interface RunningPostgres {
  /** URL of the maintenance database, as the superuser. */
  url: string;
  /** Stops the server and keeps its files. `fast` cuts connections and shuts down; `immediate` is like a crash. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again on the same files and port. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const QUICK = { full_page_writes: 'off', max_connections: '300' };

/**
 * A temporary server on loopback, with its files in a temporary folder.
 * @param keepsCommits commits survive an `immediate` halt; otherwise commits are faster and the newest may be lost
 */
export async function startPostgres({ keepsCommits = false } = {}): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'longline-postgres-'));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  const programs = findPostgresPrograms(folder);
  const cluster = join(folder, 'cluster');
  initCluster(programs, cluster);

  const port = await freePort();
  const settings = { ...QUICK, synchronous_commit: keepsCommits ? 'on' : 'off' };
  const start = () => startCluster(programs, cluster, port, settings);
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
