import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { S3 } from '@aws-sdk/client-s3';
import { freePort } from '../../../api/testing/free-port.ts';
import { printedCode } from '../../../api/testing/sign-in-by-code.ts';
import { type ServerProcess, startProcess } from '../../../api/testing/start-process.ts';
import { startPostgres } from '../../../api/testing/start-postgres.ts';
import { type RunningS3, startRadosgw } from '../../../api/testing/start-radosgw.ts';
import { untilAccepts } from '../../../api/testing/until-accepts.ts';

const EXAMPLE = fileURLToPath(new URL('../../../docs/deploy/Caddyfile', import.meta.url));
const BUCKET = 'longline-media';

/** Two servers behind Caddy, on PostgreSQL and an S3 server, on loopback: what `docs/deploy/compose.yaml` describes. */
export interface Stack {
  /** Through Caddy, over TLS. */
  url: string;
  /** The certificate in PEM format, which signs itself. */
  certificate: string;
  replicas: readonly ServerProcess[];
  /** Runs `act`, which requests a sign-in code, and resolves with the code that one of the servers prints for this email. */
  codeFor(email: string, act: () => Promise<unknown>): Promise<string>;
  s3: RunningS3;
  bucket: string;
  /** Settings of the second server, with which commands run beside it. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/** @param admins people who may sign in without being asked in */
export async function startStack(admins: readonly string[]): Promise<Stack> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await startAll(admins, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(admins: readonly string[], stops: (() => Promise<void>)[]): Promise<Omit<Stack, 'stop'>> {
  const folder = mkdtempSync(join(tmpdir(), 'longline-stack-'));
  stops.push(async () => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());
  const s3 = await startRadosgw();
  stops.push(() => s3.stop());
  await createBucket(s3);
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
  const url = `https://localhost:${port}`;
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    DATABASE_URL: postgres.url,
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    SESSION_SECRET: 'the same on both, thirty-two or more',
    ADMIN_EMAILS: admins.join(','),
    LOG_LEVEL: 'warn',
  };
  const dataDir = (place: number) => join(folder, `data-${place}`);
  const replicas: ServerProcess[] = [];
  // One after the other: the first migrates.
  for (const [place, own] of ports.entries()) {
    const replica = startProcess({ ...settings, DATA_DIR: dataDir(place), PORT: String(own) });
    stops.push(async () => void (await replica.ends('SIGTERM')));
    await replica.prints('Longline is ready at');
    replicas.push(replica);
  }
  const certificate = await startCaddy(folder, port, ports, stops);
  return {
    url,
    certificate,
    replicas,
    async codeFor(email, act) {
      const before = replicas.map(({ output }) => output.stdout.length);
      await act();
      return Promise.any(replicas.map((replica, place) => printedCode(replica, email, before[place]!)));
    },
    s3,
    bucket: BUCKET,
    settings: { ...settings, DATA_DIR: dataDir(1), PORT: String(ports[1]) },
  };
}

async function createBucket(s3: RunningS3): Promise<void> {
  const client = new S3({ ...s3, forcePathStyle: true });
  await client.createBucket({ Bucket: BUCKET });
  client.destroy();
}

/**
 * Starts Debian's Caddy with the example of the documentation.
 * @returns the file of a certificate for localhost that no one else trusts
 */
async function startCaddy(folder: string, port: number, replicas: readonly number[], stops: (() => Promise<void>)[]): Promise<string> {
  const [keyFile, certificate, config] = ['key.pem', 'cert.pem', 'Caddyfile'].map((name) => join(folder, name)) as [string, string, string];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost', '-days', '1'];
  const out = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certificate];
  execFileSync('openssl', [...words, ...out], { stdio: 'ignore' });
  const example = readFileSync(EXAMPLE, 'utf8').replace('} {\n', `} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${keyFile}\n`);
  writeFileSync(config, `{\n\tadmin off\n\tauto_https off\n}\n${example}`);
  const env = {
    PATH: process.env['PATH'],
    LONGLINE_NAME: `https://localhost:${port}`,
    LONGLINE_SERVERS: replicas.map((replica) => `127.0.0.1:${replica}`).join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const program = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(program, 'exit');
  stops.push(async () => {
    program.kill('SIGKILL');
    await ended;
  });
  await untilAccepts(program, port);
  return certificate;
}
