import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { endWith } from './end-with.ts';
import { stateOf } from './process-state.ts';

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
  /** The process is stopping. */
  ending: z.optional(z.boolean()),
});
type Holder = z.infer<typeof Holder>;

const BEAT_MS = 2_000;
/**
 * After this time without a renewal (five beats), a holder in another container counts as gone. A start after a crash
 * waits that long if the crash ended the container or the machine too.
 */
const SILENT_MS = 10_000;
/** How long to wait for a holder that is ending. A stop takes half of it, unless STOP_GRACE_SECONDS makes it longer. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

/**
 * Locks the folder for this process until the caller calls the returned function. Takes over the lock of a dead
 * process, and waits up to ten seconds for one that is ending. A process in another container is not visible from here:
 * it is alive if it renews its lock, and counts as gone if it does not within the first ten seconds of this call.
 * @param stopping aborted when this process begins to stop
 * @param onLost called when another process has taken the lock over, as after a pause of this one; should end the process
 * @throws DataDirInUse with one line for the terminal; AbortError if `stopping` is aborted while this waits
 */
export async function lockDataDir(
  dataDir: string,
  stopping?: AbortSignal,
  onLost: (dataDir: string) => void = endAtOnce,
): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'longline.lock');
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const holder: Holder = { pid: process.pid, startedAt: stateOf(process.pid).startedAt, world: world() };
  let own = JSON.stringify(holder);
  const freed = watchHolder(path, dataDir);
  while (!createLock(draft, path, own)) if (!freed()) await wait(LOOK_MS, undefined, { signal: stopping });

  let isHeld = true;
  const renew = (ifMissing: () => void) => {
    const found = read(path);
    if (found === own) touch(path);
    else if (found !== null) onLost(dataDir);
    else if (isMissing(path)) ifMissing();
  };
  const beat = setInterval(() => {
    // Another process may be putting it back at this moment (`setAside`).
    renew(() => void setTimeout(() => isHeld && renew(() => onLost(dataDir)), LOOK_MS).unref());
  }, BEAT_MS);
  beat.unref();
  const noteEnding = () => {
    if (read(path) !== own) return;
    const ending = JSON.stringify({ ...holder, ending: true } satisfies Holder);
    try {
      writeFileSync(draft, ending);
      renameSync(draft, path);
      own = ending;
    } catch {
      // On a full or read-only disk the next start is refused until this process has ended, and the stop continues.
      rmSync(draft, { force: true });
    }
  };
  stopping?.addEventListener('abort', noteEnding);
  return () => {
    isHeld = false;
    clearInterval(beat);
    stopping?.removeEventListener('abort', noteEnding);
    if (read(path) === own) rmSync(path, { force: true });
  };
}

/** Two writers corrupt the database, and closing it writes. */
function endAtOnce(dataDir: string): never {
  endWith(`${dataDir} was taken over by another Longline while this one did not run. This one ends.`);
}

/**
 * A link creates the whole file or fails, so no process reads a partial lock. The draft is gone before anything waits, so
 * that a process killed while it waits leaves none.
 */
function createLock(draft: string, path: string, own: string): boolean {
  writeFileSync(draft, own, { flag: 'wx' });
  try {
    return linked(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Watches the lock of another process. The returned function checks it once per call.
 * @returns true if the lock is gone now, false while its holder is ending or the lock cannot be read
 * @throws DataDirInUse if the holder is alive or does not end in time, or if the lock stays unreadable
 */
function watchHolder(path: string, dataDir: string): () => boolean {
  const until = performance.now() + PATIENCE_MS + LOOK_MS;
  const listen = listenForBeats(path);
  return () => {
    const found = read(path);
    if (found === null) {
      if (performance.now() <= until) return isMissing(path);
      throw new DataDirInUse(`${path} cannot be read, so another Longline may use ${dataDir}. If none does, remove it.`);
    }
    const holder = parseHolder(found);
    const life = holder ? lifeOf(holder, listen) : 'ended';
    if (life === 'running' || (life === 'ending' && performance.now() > until)) {
      throw new DataDirInUse(
        `${dataDir} is in use by another Longline (process ${holder?.pid}). Stop that one, or set DATA_DIR to another folder.`,
      );
    }
    if (life === 'ended') setAside(path, found);
    return life === 'ended';
  };
}

function setAside(path: string, found: string): void {
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

function lifeOf({ pid, startedAt, world: where, ending }: Holder, listen: () => Beats) {
  if (where !== world()) {
    const { areOver, sinceStart } = listen();
    if (areOver) return 'ended';
    return sinceStart && !ending ? 'running' : 'ending';
  }
  const found = stateOf(pid);
  if (found.life === 'ended' || (startedAt !== null && found.startedAt !== startedAt)) return 'ended';
  return ending ? 'ending' : found.life;
}

interface Beats {
  /** The lock is gone, or was not renewed for long enough. */
  areOver: boolean;
  /** There was one since this process began to listen. */
  sinceStart: boolean;
}

/**
 * Only this process's own clock counts. A beat holds the time of the machine that made it, which may be behind, and
 * either clock may be set meanwhile.
 */
function listenForBeats(path: string): () => Beats {
  const beatNow = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const first = beatNow();
  let latest = first;
  let heardAt = performance.now();
  return () => {
    const beat = beatNow();
    if (beat !== latest) {
      latest = beat;
      heardAt = performance.now();
    }
    return { areOver: beat === undefined || performance.now() - heardAt >= SILENT_MS, sinceStart: beat !== first };
  };
}

/** Tries to renew the lock. A read-only or full file system refuses; if another process takes over then, the next beat sees it. */
function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The next beat tries again.
  }
}

/** False if the file system does not say, as without a free file descriptor, or while a share does not answer. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
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

function world(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return process.platform;
  }
}
