import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const runFile = promisify(execFile);
const PATIENCE_MS = 120_000;
const ASK_AGAIN_MS = 100;
const ACCESS = { accessKeyId: 'longline', secretAccessKey: 'known-to-the-tests-alone' };

export interface RunningS3 {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Ceph's programs find this file through CEPH_CONF. */
  settingsFile: string;
  stop(): Promise<void>;
}

/**
 * A real S3 server on loopback: Ceph's gateway with one monitor and one in-memory storage daemon, authenticated with
 * their own keys (cephx). Takes a few seconds to start, and leaves nothing behind.
 * @throws Error with the last output of the daemon that did not start
 */
export async function startRadosgw(): Promise<RunningS3> {
  const folder = mkdtempSync(join(tmpdir(), 'longline-s3-'));
  for (const part of ['mon', 'osd', 'run']) mkdirSync(join(folder, part));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const monitor = `[v2:127.0.0.1:${monitorPort}]`;
  const [cluster, disk] = [randomUUID(), randomUUID()];
  const keys = join(folder, 'keyring');
  const conf = join(folder, 'ceph.conf');
  writeFileSync(conf, settings({ folder, cluster, monitor, port }));

  const running: { child: ChildProcess; ended: Promise<unknown> }[] = [];
  const env = { ...process.env, CEPH_CONF: conf };
  const run = (program: string, ...words: string[]) => runFile(program, words, { env, timeout: PATIENCE_MS });
  let lastWords = '';
  const keepRunning = (program: string, ...words: string[]) => {
    const child = spawn(program, [...words, '-f'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-4_000)));
    running.push({ child, ended: once(child, 'exit') });
    return child;
  };
  const endAtOnce = () => running.forEach(({ child }) => child.kill('SIGKILL'));
  process.once('exit', endAtOnce);
  const stop = async () => {
    process.off('exit', endAtOnce);
    // Nothing outlives the run, so no clean shutdown is needed.
    endAtOnce();
    await Promise.all(running.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const everything = ['mon', 'osd', 'mgr'].flatMap((of) => ['--cap', of, 'allow *']);
    await run('ceph-authtool', '--create-keyring', keys, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
    for (const name of ['client.admin', 'client.gateway']) await run('ceph-authtool', keys, '--gen-key', '-n', name, ...everything);
    await run('ceph-authtool', keys, '--gen-key', '-n', 'osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *');
    const map = join(folder, 'monmap');
    await run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitor, map);
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys);
    keepRunning('ceph-mon', '-i', 'a');
    await run('ceph', 'osd', 'new', disk);
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    keepRunning('ceph-osd', '-i', '0');
    const endpoint = `http://127.0.0.1:${port}`;
    const gateway = keepRunning('radosgw', '-n', 'client.gateway');
    await answers(endpoint, gateway, () => lastWords);
    const names = ['--uid=longline', '--display-name=Longline', '--max-buckets=0'];
    await run('radosgw-admin', 'user', 'create', ...names, `--access-key=${ACCESS.accessKeyId}`, `--secret-key=${ACCESS.secretAccessKey}`);
    return { endpoint, region: 'default', credentials: ACCESS, settingsFile: conf, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(endpoint: string, gateway: ChildProcess, lastWords: () => string): Promise<void> {
  const giveUp = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    if (gateway.exitCode !== null || giveUp.aborted) throw new Error(`The S3 server did not start:\n${lastWords()}`);
    const answer = await fetch(endpoint, { signal: giveUp }).catch(() => null);
    if (answer?.ok) return;
    await wait(ASK_AGAIN_MS);
  }
}

/**
 * One daemon of each kind is enough, without a manager: pools get the two placement groups set here. By default the
 * monitor collects changes for a second each, and the gateway's answers wait 40 ms for the client's acknowledgement.
 */
const settings = ({ folder, cluster, monitor, port }: { folder: string; cluster: string; monitor: string; port: number }) => `
[global]
fsid = ${cluster}
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/$name.log
mon data = ${folder}/mon
mon data avail crit = 0
mon data avail warn = 0
mon allow pool size one = true
paxos propose interval = 0.01
paxos min wait = 0.01
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 8589934592
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 2
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw thread pool size = 64
`;
