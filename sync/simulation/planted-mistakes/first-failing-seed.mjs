import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** Prints the first seed that fails, of as many as given, with the first broken promise. */
const seeds = Number(process.argv[2]);
const path = fileURLToPath(new URL('./first-failing-seed.ts', import.meta.url));
const { firstFailingSeed } = (await runnerImport(path, { configFile: false, logLevel: 'error' })).module;
const failed = await firstFailingSeed(seeds);
console.log(failed ? `seed ${failed.seed} fails: ${failed.broken.split('\n')[0].slice(0, 200)}` : `${seeds} seeds pass`);
process.exit();
