import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENVELOPE_MAX_OPERATIONS, TEXT_MAX } from './contract/limits.ts';
import type { BatchAnswer } from './contract/sync-protocol.ts';
import { letters } from './testing/expensive-notes.ts';
import { freePort } from './testing/free-port.ts';
import { copyMigratedPglite } from './testing/migrated-pglite.ts';
import { signInByCode } from './testing/sign-in-by-code.ts';
import { type ServerProcess, startProcess } from './testing/start-process.ts';

/** The longest time that an answer of `/api/health` may take. */
const MOST_MS = 200;

const breaks = (count: number) => '\n'.repeat(count);
/** The most expensive notes: as many lines and edits as a merge allows, and as many lines as fit with far more edits. */
const NOTES = [
  { theirs: breaks(TEXT_MAX), seen: breaks(TEXT_MAX - 100), mine: `a${breaks(TEXT_MAX - 1)}` },
  { theirs: letters(4_900, 1), seen: letters(4_900, 2), mine: letters(4_900, 3) },
];

const dataDir = mkdtempSync(join(tmpdir(), 'longline-merges-'));
let port: number;
let server: ServerProcess;
beforeAll(async () => {
  await copyMigratedPglite(dataDir);
  port = await freePort();
  server = startProcess({ DATA_DIR: dataDir, PORT: String(port) });
  await server.prints('Longline is ready at');
});
afterAll(async () => {
  await server.ends('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

it('answers /api/health in time throughout an envelope of the most expensive merges', async () => {
  const kate = await signInByCode(server, port);
  const send = async <Body>(method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin: `http://localhost:${port}` };
    const response = await kate.send(path, { method, headers, body: JSON.stringify(body) });
    return (await response.json()) as Body;
  };
  const operations: object[] = [];
  while (operations.length < ENVELOPE_MAX_OPERATIONS) {
    for (const { theirs, seen, mine } of NOTES) {
      // Each change gets a row of its own, because a merge changes the notes.
      const { id } = await send<{ id: string }>('POST', '/api/videos', { title: 'Heel', description: theirs });
      const payload = { description: mine, base: { description: seen } };
      operations.push({ key: randomUUID(), call: 'videos.update', params: { id }, payload });
    }
  }

  const delays: number[] = [];
  let isAnswered = false;
  const envelope = send<BatchAnswer>('POST', '/api/batch', { version: 1, operations }).finally(() => (isAnswered = true));
  while (!isAnswered) {
    const asked = performance.now();
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    delays.push(performance.now() - asked);
  }
  expect((await envelope).answers.map(({ status }) => status)).toEqual(operations.map(() => 200));
  // More answers than changes: other requests got their turn between any two changes.
  expect(delays.length).toBeGreaterThan(ENVELOPE_MAX_OPERATIONS);
  expect(Math.max(...delays)).toBeLessThanOrEqual(MOST_MS);
});
