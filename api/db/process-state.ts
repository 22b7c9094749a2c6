import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What the system knows of a process. */
export interface ProcessState {
  /** Start time in the system's own format; null if the system doesn't report it. */
  startedAt: string | null;
  /** `ending`: killed, but the system has not finished with it, so it may still write. */
  life: 'running' | 'ending' | 'ended';
}

/** Fields of proc(5), counted from the state, which is field 3. */
const FIELD = { state: 0, flags: 6, threads: 17, startedAt: 19, pendingSignals: 28 };
const EXITING = 0x4;
const SIGKILL_PENDING = 1 << 8;

/** The state of a process on this machine. A zombie has ended: it only waits until its parent asks for its exit code. */
export function stateOf(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return { startedAt: null, life: 'ended' };
  }
  try {
    return process.platform === 'linux' ? fromProc(readFileSync(`/proc/${pid}/stat`, 'utf8')) : fromPs(pid);
  } catch {
    return { startedAt: null, life: 'running' };
  }
}

/** @param stat the content of `/proc/PID/stat` */
export function fromProc(stat: string): ProcessState {
  // The name in field 2 may contain blanks and brackets, so count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const startedAt = fields[FIELD.startedAt] ?? null;
  const isZombie = /^[ZXx]$/.test(fields[FIELD.state] ?? '');
  // The first thread may be a zombie while others still run.
  if (isZombie) return { startedAt, life: Number(fields[FIELD.threads]) > 1 ? 'ending' : 'ended' };
  const isKilled = (Number(fields[FIELD.flags]) & EXITING) !== 0 || (Number(fields[FIELD.pendingSignals]) & SIGKILL_PENDING) !== 0;
  return { startedAt, life: isKilled ? 'ending' : 'running' };
}

function fromPs(pid: number): ProcessState {
  const [state = '', ...start] = execFileSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  return { startedAt: start.join(' ') || null, life: state.startsWith('Z') ? 'ended' : 'running' };
}
