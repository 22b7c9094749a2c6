import { PULL_PAGE_BYTES } from '../contract/limits.ts';

/**
 * CPU time that a machine of the usual speed needs to write, read and write a page of a pull as JSON. An estimate, until it is
 * measured on such a machine.
 */
const PAGE_MS = 12;
const TRIES = 15;

/** CPU time of this process. @param since from `process.cpuUsage()` */
export const cpuMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

/** How many times slower this machine is than a usual one; at least 1. */
export function measureSlowness(): number {
  const rows = Array.from({ length: 400 }, (_, id) => ({ id, text: 'Ä ß"\n'.repeat(PULL_PAGE_BYTES / 400 / 7) }));
  const costs = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    JSON.stringify(JSON.parse(JSON.stringify(rows)));
    return cpuMs(before);
  });
  return Math.max(1, (costs.toSorted((a, b) => a - b)[Math.floor(TRIES / 2)] ?? PAGE_MS) / PAGE_MS);
}
