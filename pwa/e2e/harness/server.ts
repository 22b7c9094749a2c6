import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyMigratedPglite } from '../../../api/testing/migrated-pglite.ts';
import { type Connection, openConnection } from './connection.ts';

const MAIN = new URL('../../../dist/api/main.js', import.meta.url).pathname;
/** These servers run for minutes, so optimizing the embedded database's code takes longer than it saves. */
const QUICK_START = '--liftoff-only';
const READY_MS = 100_000;
const CODE_MS = 60_000;

/** The built server in its own process, on loopback. */
export interface Server {
  /** Address for browsers: goes through `connection`. */
  url: string;
  connection: Connection;
  /** The server's own port, to bypass `connection`. */
  port: number;
  pid: () => number;
  dataDir: string;
  /** Everything printed so far. */
  output: () => string;
  /** Resolves with the first match in the output from offset `since` on. */
  printed: (pattern: RegExp, since?: number, milliseconds?: number) => Promise<RegExpMatchArray>;
  /** Runs `act`, which requests a sign-in code, and resolves with the code printed for this email. */
  codeFor: (email: string, act: () => Promise<unknown>) => Promise<string>;
  /** Sends SIGKILL: the process cannot clean up. */
  kill: () => Promise<void>;
  /** Starts again with the same port and data. */
  restart: () => Promise<void>;
  /** Sends SIGTERM and deletes the data folder. */
  stop: () => Promise<void>;
}

/** @param options.fill fills the data folder before the server starts */
export async function startServer(
  options: { env?: Record<string, string>; fill?: (dataDir: string) => Promise<void> } = {},
): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'longline-e2e-'));
  await copyMigratedPglite(dataDir);
  await options.fill?.(dataDir);
  const port = await freePort();
  const connection = await openConnection(() => port);
  const url = `http://localhost:${connection.port}`;
  let output = '';
  let child: ChildProcess;
  let onOutput = () => {};

  const printed = (pattern: RegExp, since = 0, milliseconds = CODE_MS) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const match = output.slice(since).match(pattern);
        if (!match) return;
        clearTimeout(timer);
        resolve(match);
      };
      const timer = setTimeout(() => reject(new Error(`The server never printed ${pattern}; it printed:\n${output}`)), milliseconds);
      const before = onOutput;
      onOutput = () => {
        before();
        look();
      };
      look();
    });

  const start = async () => {
    const since = output.length;
    child = spawn(process.execPath, [QUICK_START, MAIN], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        onOutput();
      });
    }
    await printed(/Longline is ready at/, since, READY_MS);
  };

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };

  await start();
  return {
    url,
    connection,
    port,
    pid: () => child.pid ?? 0,
    dataDir,
    output: () => output,
    printed,
    codeFor: async (email, act) => {
      const since = output.length;
      await act();
      const match = await printed(new RegExp(`${email.replace(/[.+]/g, '\\$&')}\\D*(\\d{6})`, 'i'), since);
      return match[1] ?? '';
    },
    kill: () => end('SIGKILL'),
    restart: start,
    stop: async () => {
      await end('SIGTERM');
      await connection.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
