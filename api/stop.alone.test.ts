import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './testing/free-port.ts';
import { copyMigratedPglite } from './testing/migrated-pglite.ts';
import { signInByCode } from './testing/sign-in-by-code.ts';
import { startProcess } from './testing/start-process.ts';

/** A server with a browser that is signed in. */
async function startSignedIn() {
  const dataDir = mkdtempSync(join(tmpdir(), 'longline-stop-'));
  await copyMigratedPglite(dataDir);
  const port = await freePort();
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(port) });
  onTestFinished(async () => {
    if (server.child.exitCode === null) await server.ends('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  await server.prints('Longline is ready at');
  return { server, port, browser: await signInByCode(server, port) };
}

test.for(['SIGTERM', 'SIGINT'] as const)(
  'by %s takes at most five seconds and exits with 0, even with an open event stream',
  async (signal) => {
    const { server, browser } = await startSignedIn();
    const stream = await browser.get('/api/events');
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const { code, milliseconds } = await server.ends(signal);
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(5_000);
  },
);

test('ends within five seconds during an envelope of expensive merges', async () => {
  const { server, browser, port } = await startSignedIn();
  const send = (method: string, path: string, body: object) =>
    browser.send(path, {
      method,
      headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
      body: JSON.stringify(body),
    });
  const notes = (lines: number) => Array.from({ length: lines }, () => 'x').join('\n');
  const { id } = await (await send('POST', '/api/videos', { title: 'Heel', description: notes(990) })).json();
  const envelope = () =>
    send('POST', '/api/batch', {
      version: 1,
      operations: Array.from({ length: 50 }, () => ({
        key: randomUUID(),
        call: 'videos.update',
        params: { id },
        payload: { description: notes(989), base: { description: notes(988) } },
      })),
    });

  const running = envelope().catch(() => null);
  await fetch(`http://127.0.0.1:${port}/api/health`);
  const { code, milliseconds } = await server.ends('SIGTERM');
  expect(code).toBe(0);
  expect(milliseconds).toBeLessThan(5_000);
  await running;
});
