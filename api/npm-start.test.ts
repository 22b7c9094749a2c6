import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './testing/free-port.ts';
import { copyMigratedPglite } from './testing/migrated-pglite.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('npm forwards SIGTERM to the server and returns its exit code 0', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'longline-npm-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyMigratedPglite(dataDir);
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(npm, 'close') as Promise<[number | null]>;
  let said = '';
  await new Promise<void>((ready, failed) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('is ready at')) ready();
      });
    void ended.then(() => failed(new Error(`npm start exited during startup:\n${said}`)));
  });
  const began = performance.now();
  npm.kill('SIGTERM');
  const [code] = await ended;
  expect(code).toBe(0);
  expect(performance.now() - began).toBeLessThan(5_000);
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed');
});
