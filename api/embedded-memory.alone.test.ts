import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from './testing/free-port.ts';
import { signInByCode } from './testing/sign-in-by-code.ts';
import { startProcess } from './testing/start-process.ts';

/** A machine of 1 GB must also run its operating system. */
const PEAK_MB = 350;
/** The goal is 250 MB at rest (docs/benchmarks.md). This is measured right after a sign-in. */
const IDLE_MB = 300;
/** CPU time: at least twice what a busy machine takes. The peak shows that nothing runs initdb, which takes 700 MB or more. */
const COLD_CPU_S = 8;

const dataDir = mkdtempSync(join(tmpdir(), 'longline-memory-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts the server on the folder, signs in, and stops it. @returns megabytes, and seconds of the processor until it is ready */
async function start(): Promise<{ peak: number; idle: number; cpu: number }> {
  const port = await freePort();
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(port) });
  try {
    await server.prints('Longline is ready at');
    const cpu = cpuSeconds(server.child.pid!);
    const browser = await signInByCode(server, port);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    return { peak: megabytes(server.child.pid!, 'VmHWM'), idle: megabytes(server.child.pid!, 'VmRSS'), cpu };
  } finally {
    await server.ends('SIGTERM');
  }
}

const megabytes = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Fields 14 and 15 of proc(5), in hundredths of a second. The name in field 2 may contain blanks. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

describe.skipIf(process.platform !== 'linux')('the server with the embedded database', () => {
  test('fits into a machine of 1 GB at the first start and later, and copies its first database instead of creating it', async () => {
    const [cold, warm] = [await start(), await start()];
    expect(cold.cpu).toBeLessThan(COLD_CPU_S);
    for (const { peak, idle } of [cold, warm]) {
      expect(peak).toBeLessThan(PEAK_MB);
      expect(idle).toBeLessThan(IDLE_MB);
    }
  });
});
