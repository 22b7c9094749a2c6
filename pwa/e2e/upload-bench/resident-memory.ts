import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 50;

/** Resident memory of a process in MB (Linux only). */
export const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);

/** @returns the process's peak resident memory while `work` ran, in MB */
export async function peakDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, LOOK_EVERY_MS);
  await work().finally(() => clearInterval(timer));
  return peak;
}
