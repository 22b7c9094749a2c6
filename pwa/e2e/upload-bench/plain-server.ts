import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The minimal upload server: pipes the body into a file. */
const PROGRAM = `
  import { createServer } from 'node:http';
  import { createWriteStream } from 'node:fs';
  import { pipeline } from 'node:stream/promises';
  const server = createServer(async (request, response) => {
    await pipeline(request, createWriteStream(process.env.FILE));
    response.end();
  }).listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** Starts the plain server in its own process, like the server that it is compared with. */
export async function startPlainServer(file: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { PATH: process.env['PATH'], FILE: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(said.toString()),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
