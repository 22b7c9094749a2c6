import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = fileURLToPath(new URL('../../dist/api/', import.meta.url));
/** On a loaded machine, a start can take most of a minute. */
const PATIENCE_MS = 120_000;

/** The built server, or a command beside it, in a separate process. */
export interface ServerProcess {
  child: ChildProcess;
  /** Its output so far. */
  output: { stdout: string; stderr: string };
  /** Resolves when stdout or stderr contains the text after its first `since` characters; rejects when the process ends first. */
  prints(text: string, where?: 'stdout' | 'stderr', since?: number): Promise<void>;
  /** Sends the signal, if any, and waits for the end. */
  ends(signal?: NodeJS.Signals): Promise<{ code: number | null; milliseconds: number }>;
}

/**
 * @param variables the whole environment except PATH @param program its path in `dist/api` @param words its arguments
 * @param folder where it runs: a command would read a developer's .env in the repository
 */
export function startProcess(
  variables: Record<string, string>,
  program = 'main.js',
  words: string[] = [],
  folder: string = tmpdir(),
): ServerProcess {
  if (!existsSync(PROGRAMS)) throw new Error('These tests start the built server: npm run build first.');
  const child = spawn(process.execPath, [join(PROGRAMS, program), ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close');

  return {
    child,
    output,
    async prints(text, where = 'stdout', since = 0) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      void ended.then(() => child[where].emit('data', ''));
      while (!output[where].includes(text, since)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The server ended without printing ‘${text}’:\n${output.stdout}${output.stderr}`);
        await once(child[where], 'data', { signal });
      }
    },
    async ends(signal) {
      const began = performance.now();
      if (signal) child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, milliseconds: performance.now() - began };
    },
  };
}
