import { spawn } from 'node:child_process';

/** Vitest finds out by these that it runs inside another Vitest. */
const INHERITED = /^(VITEST|NODE_ENV|TEST$)/;

/**
 * Runs Node in a folder, until it ends or `patienceMs` have passed.
 * @returns all that it printed
 */
export function runNode(folder: string, words: readonly string[], patienceMs: number): Promise<string> {
  return new Promise((resolve) => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !INHERITED.test(name)));
    const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(kill, patienceMs);
    // Runs before other exit handlers: the child would keep writing to a folder that they remove.
    process.prependOnceListener('exit', kill);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('close', () => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve(output);
    });
  });
}
