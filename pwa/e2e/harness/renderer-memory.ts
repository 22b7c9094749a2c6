import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright';

/**
 * Total resident memory of a browser's renderer processes, workers included, in bytes. Read from Linux's /proc; 0 on other
 * systems, which require privileges for it.
 */
export async function rendererMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentBytes(id));
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  } finally {
    await session.detach();
  }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
