import { rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../../sync/testing/test-ports.ts';
import { openDevice } from '../harness/browser.ts';
import { addSession } from '../harness/log.ts';
import { type Server, startServer } from '../harness/server.ts';
import { signIn } from '../harness/sign-in.ts';
import { storedSha256s } from '../harness/stored-sha256s.ts';
import { makeVideoFile } from '../harness/video-file.ts';

const MB = 1024 * 1024;
const BYTES_PER_SECOND = 16 * MB;
const SLOWEST = 100_000;
/** Covers a server start, a browser start, and the longest wait between two retries. */
const PATIENCE_MS = 200_000;

export interface Outcome {
  /** Per upload request: the offset where the device resumed, and how many bytes the server had on disk. */
  resumed: { from: number; onDisk: number }[];
  /**
   * Upload requests sent to a dying server. When a connection breaks, the browser resends the same request by itself before
   * the app learns of it, and no server receives it.
   */
  unheard: number;
  /** Bytes sent beyond the file itself: bytes in flight at each kill, and all other requests. */
  beyondTheFile: number;
  sha256Sent: string;
  sha256sStored: string[];
  logs: number;
}

/**
 * Uploads one video from the built app and kills browser and server in turn, each after a random number of further bytes.
 * Then waits until everything is synced.
 * @param seed the same seed kills after the same numbers of bytes
 */
export async function killUploads(
  { kills, bytes, seed }: { kills: number; bytes: number; seed: number },
  tell: (line: string) => void,
): Promise<Outcome> {
  const random = seededRandom(seed);
  const server = await startServer();
  const phone = await openDevice();
  try {
    await signIn(phone.page(), server, 'kate@example.org');
    const video = await makeVideoFile(phone.page(), tmpdir(), bytes);
    // Chromium writes cookies late: a normal close puts them on disk.
    await phone.close();
    const reopened = async () => {
      const page = await phone.reopen();
      page.setDefaultTimeout(PATIENCE_MS);
      return page;
    };
    await reopened();
    const resumed: Outcome['resumed'] = [];
    let unheard = 0;
    let isServerDying = false;
    let sentBefore = 0;
    server.connection.watch((chunk) => {
      const from = patchOffset(chunk);
      if (from === null) return;
      if (isServerDying) {
        unheard += 1;
        return;
      }
      resumed.push({ from, onDisk: bytesOnDisk(server, chunk) });
      sentBefore = server.connection.sent();
    });
    const left = () => bytes - (resumed.at(-1)?.from ?? 0) - (server.connection.sent() - sentBefore);
    server.connection.limit(BYTES_PER_SECOND);
    const before = server.connection.sent();
    let next = server.connection.passed(MB);
    await addSession(phone.page(), server.url, { title: 'Killed again and again', media: video.path });

    for (let kill = 0; kill < kills; kill += 1) {
      await soon(next);
      // Slow down so that bytes are left for the remaining kills, even if a kill takes seconds on a busy machine.
      server.connection.limit(Math.max(SLOWEST, Math.min(BYTES_PER_SECOND, left() / (kills - kill + 1))));
      next = server.connection.passed(Math.ceil((random() * 1.6 * left()) / (kills - kill + 1)));
      await soon(next);
      const whom = kill % 2 === 0 ? 'browser' : 'server';
      next = server.connection.passed(1);
      if (whom === 'browser') {
        await phone.kill();
        next = server.connection.passed(200_000);
        await (await reopened()).goto(server.url);
      } else {
        isServerDying = true;
        await server.kill();
        isServerDying = false;
        next = server.connection.passed(200_000);
        await server.restart();
      }
      tell(`${kill + 1}: the ${whom}, at ${((100 * (resumed.at(-1)?.from ?? 0)) / bytes).toFixed(0)} % and more`);
    }
    server.connection.limit(Infinity);
    await phone.page().getByText('All synced').first().waitFor({ timeout: PATIENCE_MS });
    const logs = await phone.page().evaluate(async () => ((await (await fetch('/api/videos')).json()) as unknown[]).length);
    await rm(video.path);
    return {
      resumed,
      unheard,
      beyondTheFile: server.connection.sent() - before - bytes,
      sha256Sent: video.sha256,
      sha256sStored: await storedSha256s(server),
      logs,
    };
  } finally {
    await phone.discard();
    await server.stop();
  }
}

async function soon(bytesMoved: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Count timer ticks instead of clock time, so that a suspended run does not time out.
    let seconds = 0;
    timer = setInterval(() => (seconds += 1) * 1_000 > PATIENCE_MS && reject(new Error('The upload has stopped')), 1_000);
  });
  await Promise.race([bytesMoved, late]).finally(() => clearInterval(timer));
}

/** The offset of a PATCH request whose head starts this chunk; browsers write a request's head at the start of a chunk. */
function patchOffset(chunk: Buffer): number | null {
  if (!chunk.subarray(0, 6).equals(Buffer.from('PATCH '))) return null;
  const found = /\r\nupload-offset: (\d+)\r\n/i.exec(chunk.subarray(0, 4_096).toString('latin1'));
  return found ? Number(found[1]) : null;
}

function bytesOnDisk(server: Server, chunk: Buffer): number {
  const id = /^PATCH \S*\/([\w-]+) /.exec(chunk.subarray(0, 200).toString('latin1'))?.[1] ?? '';
  return statSync(join(server.dataDir, 'media', 'uploads', id)).size;
}
