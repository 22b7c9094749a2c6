import { readFileSync } from 'node:fs';

/** The unit in which /proc counts the time of a process on Linux. */
const TICK_MS = 10;

/** User and system time of processes in milliseconds: fields 14 and 15 of /proc/PID/stat. Linux only. */
export function cpuMsOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(afterName[11]) + Number(afterName[12]);
  });
  return ticks.reduce((sum, time) => sum + time, 0) * TICK_MS;
}
