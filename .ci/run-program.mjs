import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The repository root, regardless of the current folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** Runs npm, which has another name on Windows. */
export const npm = (...words) => run(process.platform === 'win32' ? 'npm.cmd' : 'npm', words);

/** Runs a package's program without npx, which would cost half a second each time. */
export const nodeProgram = (path, ...words) => run(process.execPath, [`node_modules/${path}`, ...words]);

/** Like `nodeProgram`, but prints nothing: the result contains the output. */
export const nodeProgramQuietly = (path, ...words) => run(process.execPath, [`node_modules/${path}`, ...words], { quiet: true });

/**
 * Runs a program in the repository root.
 * @param beside lowers the priority of the program and of the processes it starts, because more urgent work runs beside it
 * @returns {Promise<{ ok: boolean, output: string }>} `output` only if `quiet`
 */
export function run(program, words, { quiet = false, beside = false, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(program, words, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    if (beside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    // Forward signals, so an interrupted test run leaves no browser or database behind.
    const pass = (signal) => {
      child.kill(signal);
      child.once('close', () => process.exit(1));
    };
    for (const signal of SIGNALS) process.once(signal, pass);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => done({ ok: false, output: `${program}: ${error.message}\n` }));
    child.once('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, pass);
      done({ ok: code === 0, output });
    });
  });
}
