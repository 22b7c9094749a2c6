import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { stateGauges } from './server-state.ts';
import { Registry } from 'prom-client';

const RULES = fileURLToPath(new URL('../../docs/deploy/alerts.yml', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Series of a server that is well, one value every two minutes for ten hours. */
const WELL: Record<string, string> = {
  'up{job="longline"}': '1x300',
  longline_database_up: '1x300',
  'longline_requests_total{route="/api/sync",code="internal"}': '0x300',
  'longline_changes_total{answer="internal"}': '0x300',
  'longline_changes_total{answer="invalid"}': '0x300',
  'longline_changes_total{answer="storage_full"}': '0x300',
  // A replica that swept once, and since then leaves it to others.
  'longline_sweep_completed_timestamp_seconds{what="rows",instance="second"}': '600x300',
  'longline_derivations_total{result="failed"}': '0x300',
  longline_free_bytes: '4e11x300',
  'nodejs_eventloop_lag_p99_seconds{job="longline"}': '0.02x300',
  longline_database_connections_waited_for: '0x300',
  'longline_sweep_completed_timestamp_seconds{what="rows"}': '0+120x300',
  'longline_sweeps_failed_total{what="rows"}': '0x300',
  longline_derivations_oldest_seconds: '0x300',
  longline_backup_expected: '1x300',
  longline_backup_verified_timestamp_seconds: '0+120x300',
  longline_backup_lost_files: '0x300',
  longline_backup_failing: '0x300',
};

/** By alert, what must go wrong for it to fire. */
const TROUBLE: Record<string, [series: string, values: string]> = {
  LonglineDown: ['up{job="longline"}', '0x300'],
  LonglineDatabaseDown: ['longline_database_up', '0x300'],
  LonglineFails: ['longline_requests_total{route="/api/sync",code="internal"}', '0+5x300'],
  LonglineFull: ['longline_changes_total{answer="storage_full"}', '0+1x300'],
  LonglineRefusesChanges: ['longline_changes_total{answer="invalid"}', '0+1x300'],
  LonglineDiskAlmostFull: ['longline_free_bytes', '1e9x300'],
  LonglineDiskFullSoon: ['longline_free_bytes', '4e11-1e9x300'],
  LonglineSlow: ['nodejs_eventloop_lag_p99_seconds{job="longline"}', '0.8x300'],
  LonglineWaitsForConnections: ['longline_database_connections_waited_for', '3x300'],
  LonglineSweepMissing: ['longline_sweep_completed_timestamp_seconds{what="rows"}', '600x300'],
  LonglineSweepFails: ['longline_sweeps_failed_total{what="rows"}', '0+0.02x300'],
  LonglineDerivationsWait: ['longline_derivations_oldest_seconds', '0+120x300'],
  LonglineDerivationsFail: ['longline_derivations_total{result="failed"}', '0+0.1x300'],
  LonglineBackupMissing: ['longline_backup_verified_timestamp_seconds', '-130000x300'],
  LonglineBackupFails: ['longline_backup_failing', '1x300'],
  LonglineBackupIncomplete: ['longline_backup_lost_files', '2x300'],
};

let rules: string;
let folder: string;
beforeAll(async () => {
  rules = await readFile(RULES, 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'longline-alerts-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the alert rules', () => {
  it('are each tried below', () => {
    expect([...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)).toEqual(Object.keys(TROUBLE));
  });

  it('name only metrics of this server', async () => {
    const metrics = createMetrics();
    metrics.measureProcess();
    const state = new Registry();
    stateGauges(state, { db: null as never, env: {} as never, now: () => new Date() });
    const known = [...metrics.registry.getMetricsAsArray(), ...state.getMetricsAsArray()].map(({ name }) => name);
    const named = [...rules.matchAll(/\b(?:longline|nodejs)_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are each explained to the operator', async () => {
    const operations = await readFile(fileURLToPath(new URL('../../docs/operations.md', import.meta.url)), 'utf8');
    expect(Object.keys(TROUBLE).filter((name) => !operations.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it.skipIf(!hasPromtool)('are silent while all is well', async () => {
    await expectFiring({}, []);
  });

  it.skipIf(!hasPromtool).each(Object.entries(TROUBLE))('%s', async (alert, [series, values]) => {
    await expectFiring({ [series]: values }, [alert]);
  });

  it.skipIf(!hasPromtool)('see changes that fail, although their envelope is answered', async () => {
    const noOtherFailure = { 'longline_requests_total{route="/api/sync",code="internal"}': '_x300' };
    await expectFiring({ ...noOtherFailure, 'longline_changes_total{answer="internal"}': '0+5x300' }, ['LonglineFails']);
  });

  it.skipIf(!hasPromtool)('see films that a full store refuses', async () => {
    await expectFiring({ 'longline_requests_total{route="/api/objects/upload/:id",code="storage_full"}': '0+1x300' }, ['LonglineFull']);
  });

  it.skipIf(!hasPromtool)('call no backup missing while the database is away', async () => {
    await expectFiring({ longline_database_up: '0x300', longline_backup_verified_timestamp_seconds: '_x300' }, ['LonglineDatabaseDown']);
  });

  it.skipIf(!hasPromtool)('miss no backup where none was ever verified', async () => {
    await expectFiring({ longline_backup_verified_timestamp_seconds: '_x300' }, ['LonglineBackupMissing']);
  });
});

/** Lets Prometheus's own tool run the rules over ten hours of a server, and compares the alerts that fire at the end. */
async function expectFiring(changed: Record<string, string>, alerts: readonly string[]): Promise<void> {
  const file = join(folder, 'rules.test.yml');
  const test = {
    rule_files: [RULES],
    evaluation_interval: '2m',
    tests: [
      {
        interval: '2m',
        input_series: Object.entries({ ...WELL, ...changed }).map(([series, values]) => ({ series, values })),
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: '10h',
            exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  // JSON is YAML.
  await writeFile(file, JSON.stringify(test));
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/SUCCESS/);
}
