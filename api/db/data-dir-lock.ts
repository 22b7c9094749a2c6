import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Another process uses the folder. PGlite has no lock of its own, and two writers corrupt the database. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

const Holder = z.object({
  pid: z.int(),
  /** When that process started. If it differs, the system has reused the process id. */
  startedAt: z.nullable(z.string()),
  /** Scope of the process id: one boot of a machine and one container on it. */
  world: z.string(),
});
type Holder = z.infer<typeof Holder>;

const BEAT_MS = 2_000;
/** After this time without a renewal (five beats), a holder in another container counts as gone. */
const SILENT_MS = 10_000;

/**
 * Locks the folder for this process until the caller calls the returned function. Takes over the lock of a dead
 * process. A process in another container is not visible from here; its lock counts as abandoned once nobody renews it.
 * @throws DataDirInUse with one line for the terminal
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'longline.lock');
  const own = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid), world: world() } satisfies Holder);
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, own, { flag: 'wx' });
  try {
    // A link creates the whole file or fails, so no process reads a partial lock.
    while (!linked(draft, path)) setAsideIfLeftBehind(path, dataDir);
  } finally {
    rmSync(draft, { force: true });
  }

  const beat = setInterval(() => {
    if (read(path) === own) utimesSync(path, new Date(), new Date());
  }, BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (read(path) === own) rmSync(path, { force: true });
  };
}

/** @throws DataDirInUse if the holder is alive */
function setAsideIfLeftBehind(path: string, dataDir: string): void {
  const found = read(path);
  if (found === null) return;
  const holder = parseHolder(found);
  if (holder && isAlive(holder, path)) {
    throw new DataDirInUse(
      `${dataDir} is in use by another Longline (process ${holder.pid}). Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  const aside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return; // Another process was faster; look again.
  }
  // Another process may have taken over between the read and the rename. If so, put its lock back.
  if (read(aside) !== found) linked(aside, path);
  rmSync(aside, { force: true });
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.world !== world()) {
    const beaten = statSync(path, { throwIfNoEntry: false });
    return beaten !== undefined && Date.now() - beaten.mtimeMs < SILENT_MS;
  }
  if (holder.pid === process.pid) return holder.startedAt === startOf(process.pid);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return holder.startedAt === null || holder.startedAt === startOf(holder.pid);
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parseHolder(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Start time of a process in the system's own format; null if the system doesn't report it. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // Field 22 of proc(5). The name in field 2 may contain blanks and brackets, so count from its end.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function world(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return process.platform;
  }
}
