import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilAccepts } from '../../../api/testing/until-accepts.ts';

/** A request in nginx's log, which lists requests in the order in which they ended. */
export interface Passed {
  method: string;
  status: number;
  /** Length of the request's body. */
  bytes: number;
  /** Seconds since 1970. */
  endedAt: number;
  seconds: number;
}

export interface Nginx {
  requests: () => Promise<Passed[]>;
  stop: () => Promise<void>;
}

/** Sets only what nginx needs to run in a folder of its own. All limits, times and buffers are nginx's defaults. */
const configOf = (settings: string) => `
daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  log_format seen '$request_method $status $content_length $msec $request_time';
  access_log seen.log seen;
  ${settings}
}`;

/** A proxy on `port` in front of `upstream`: a port, or the name of an upstream that `settings` defines. */
export interface NginxPlan {
  port: number;
  upstream: number | string;
  /** Lines for the block `http`. */
  settings?: string;
  /** Lines for the block `location`. */
  location?: string;
}

/** Starts Debian's nginx. */
export function startNginx({ port, upstream, settings = '', location = '' }: NginxPlan): Promise<Nginx> {
  const target = typeof upstream === 'string' ? upstream : `127.0.0.1:${upstream}`;
  const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://${target}; ${location} } }`;
  return startNginxWith(`${settings} ${server}`, port);
}

/** @param settings lines for the block `http`, with a server that listens on `port` */
export async function startNginxWith(settings: string, port: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'longline-nginx-'));
  await writeFile(join(folder, 'nginx.conf'), configOf(settings));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await untilAccepts(nginx, port);
  } catch (error) {
    await end(nginx);
    throw error;
  }
  return {
    requests: async () => (await readFile(join(folder, 'seen.log'), 'utf8')).trim().split('\n').map(passed),
    stop: async () => {
      await end(nginx);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function passed(line: string): Passed {
  const [method = '', status, bytes, endedAt, seconds] = line.split(' ');
  return { method, status: Number(status), bytes: Number(bytes) || 0, endedAt: Number(endedAt), seconds: Number(seconds) };
}

async function end(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null || nginx.signalCode !== null) return;
  const ended = once(nginx, 'exit');
  nginx.kill();
  await ended;
}
