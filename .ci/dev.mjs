import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { compile, copyMigrations } from './build.mjs';
import { installIfStale } from './install.mjs';
import { ROOT } from './run-program.mjs';

/** Runs the compiler, the API and Vite's server side by side. When one ends or Ctrl-C is pressed, all end. */
process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');
await installIfStale();
// Compile once before watching, so the API can start. The watcher repeats any errors.
await compile();
copyMigrations();

const vitePort = '5173';
const apiPort = process.env.PORT || '3000';
const env = {
  ...process.env,
  NODE_ENV: 'development',
  PORT: apiPort,
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${vitePort}`,
};
// Separate process groups: the compiler spawns a process that would outlive it.
const groups = process.platform !== 'win32';
const start = (...words) => spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'], detached: groups });
const children = [
  start('node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput'),
  start('--watch', '--watch-preserve-output', 'dist/api/main.js'),
  start('node_modules/vite/bin/vite.js', '--port', vitePort, '--strictPort', '--clearScreen=false'),
];
const migrations = watch(join(ROOT, 'api/db/migrations'), { recursive: true }, copyMigrations);

let ending = false;
function endAll(code) {
  if (ending) return;
  ending = true;
  migrations.close();
  process.exitCode = code;
  for (const child of children) end(child, 'SIGTERM');
  // The server takes up to five seconds to end. After that, no child may outlive this command.
  setTimeout(() => children.forEach((child) => end(child, 'SIGKILL')), 6_000).unref();
}
function end(child, signal) {
  try {
    if (groups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
for (const child of children) child.once('exit', (code) => endAll(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => endAll(0));
