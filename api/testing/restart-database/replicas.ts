import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, createBrowser } from '../cookie-jar.ts';
import { freePort } from '../free-port.ts';
import { startRoundRobin } from '../round-robin.ts';
import { type ServerProcess, startProcess } from '../start-process.ts';

/** Two server processes on one database, behind a proxy. */
export interface Replicas {
  /** The last line of each process that ended on its own. A new process replaces each one. */
  exits: string[];
  ports: readonly number[];
  /** The proxy's origin. */
  origin: string;
  /** Stops one process and starts it again. Resolves when it is ready. */
  restart(port: number): Promise<void>;
  /** Signs a new admin in. */
  signIn(email: string): Promise<{ person: Browser; userId: string }>;
  stop(): Promise<void>;
}

type StartProxy = (ports: readonly number[]) => Promise<{ port: number; close(): Promise<void> }>;

/**
 * @param admins people who may sign in and write
 * @param startProxy by default one that alternates between the processes
 */
export async function startReplicas(
  databaseUrl: string,
  admins: readonly string[],
  startProxy: StartProxy = (ports) => startRoundRobin(() => ports),
): Promise<Replicas> {
  const folder = mkdtempSync(join(tmpdir(), 'longline-replicas-'));
  const ports = [await freePort(), await freePort()];
  const proxy = await startProxy(ports);
  const origin = `http://localhost:${proxy.port}`;
  const exits: string[] = [];
  const running = new Map<number, ServerProcess>();
  const restarting = new Set<number>();
  let stopping = false;

  function start(port: number): ServerProcess {
    const server = startProcess({
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: origin,
      ADMIN_EMAILS: admins.join(','),
      STOP_GRACE_SECONDS: '1',
      SESSION_SECRET: 'the same on both, thirty-two or more',
    });
    running.set(port, server);
    void server.ends().then(() => {
      if (stopping || restarting.has(port)) return;
      exits.push(/^\w*Error: .*$/m.exec(server.output.stderr)?.[0] ?? server.output.stderr.trim().split('\n').at(-1)!);
      start(port);
    });
    return server;
  }
  await Promise.all(ports.map((port) => start(port).prints('Longline is ready at')));

  return {
    exits,
    ports,
    origin,
    async restart(port) {
      restarting.add(port);
      await running.get(port)!.ends('SIGTERM');
      restarting.delete(port);
      await start(port).prints('Longline is ready at');
    },
    async signIn(email) {
      const person = createBrowser((url, init) => fetch(url, init), origin);
      await person.post('/api/login', { email });
      const servers = [...running.values()];
      // The request may have reached either server.
      await Promise.any(servers.map((server) => server.prints(`Sign-in code for ${email}: `)));
      const line = new RegExp(`Sign-in code for ${email}: (\\d{6})`);
      const code = servers.map(({ output }) => line.exec(output.stdout)?.[1]).find((found) => found !== undefined)!;
      await person.post('/api/login/code', { code });
      const { id } = (await (await person.get('/api/auth/user')).json()) as { id: string };
      return { person, userId: id };
    },
    async stop() {
      stopping = true;
      await Promise.all([...running.values()].map((server) => server.ends('SIGTERM')));
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
