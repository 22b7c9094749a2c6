import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { openPostgres, type OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { freePort } from './free-port.ts';
import { initCluster, startCluster } from './postgres-cluster.ts';
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts';

/** A primary with all migrations, and its hot standby. */
export interface PostgresPair {
  primary: OpenDatabase;
  standby: OpenDatabase;
  /** Resolves when the standby has replayed all commits of the primary. */
  caughtUp(): Promise<void>;
  /** Stops replication: the standby falls behind. */
  cutReplication(): Promise<void>;
  /** Kills the primary and promotes the standby, on a new timeline. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** How often a standby that lost its primary looks for it. */
const SETTINGS = { wal_retrieve_retry_interval: '100ms' };

/**
 * Works without `pg_basebackup`, which npm's PostgreSQL lacks: the standby starts from a copy of a cluster that never
 * ran.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'longline-postgres-pair-'));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  const programs = findPostgresPrograms(folder);
  const clusters = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
  initCluster(programs, clusters.primary);
  execFileSync('cp', ['-a', clusters.primary, clusters.standby]);
  const ports = { primary: await freePort(), standby: await freePort() };
  followPrimary(programs, clusters.standby, ports.primary);
  const primaryServer = await startCluster(programs, clusters.primary, ports.primary, SETTINGS);
  const standbyServer = await startCluster(programs, clusters.standby, ports.standby, SETTINGS).catch(async (error: unknown) => {
    await primaryServer.end('SIGQUIT');
    throw error;
  });
  const primary = await openPostgres(urlOf(ports.primary));
  await primary.migrate();
  const standby = await openPostgres(urlOf(ports.standby));

  return {
    primary,
    standby,
    async caughtUp() {
      const [committed] = await rowsOf<{ at: string }>(primary.db, sql`select pg_current_wal_insert_lsn()::text as at`);
      await expect
        .poll(
          async () =>
            (await rowsOf<{ is: boolean }>(standby.db, sql`select pg_last_wal_replay_lsn() >= ${committed!.at}::text::pg_lsn as is`))[0]
              ?.is,
        )
        .toBe(true);
    },
    async cutReplication() {
      await standby.db.execute(sql`alter system set primary_conninfo = ''`);
      await standby.db.execute(sql`select pg_reload_conf()`);
      await expect
        .poll(
          async () => (await rowsOf<{ left: number }>(standby.db, sql`select count(*)::int as left from pg_stat_wal_receiver`))[0]?.left,
        )
        .toBe(0);
    },
    async failOver() {
      await primary.close();
      await primaryServer.end('SIGQUIT');
      await standby.db.execute(sql`select pg_promote()`);
    },
    async stop() {
      await standby.close();
      await standbyServer.end('SIGINT');
      await primaryServer.end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const urlOf = (port: number) => `postgres://longline@127.0.0.1:${port}/postgres`;

function followPrimary({ runAs }: PostgresPrograms, cluster: string, port: number): void {
  const signal = join(cluster, 'standby.signal');
  closeSync(openSync(signal, 'w'));
  if (runAs.uid !== undefined) chownSync(signal, runAs.uid, runAs.gid!);
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${port} user=longline'\n`);
}
