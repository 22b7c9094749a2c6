import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { installIfStale } from './install.mjs';
import { ROOT } from './run-program.mjs';

/** From a fresh checkout to a running server. With `demo`, on a folder of its own that holds a believable kennel. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Longline needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

process.chdir(ROOT);
// What the environment already says goes before what the file says.
if (existsSync('.env')) process.loadEnvFile('.env');
const demo = process.argv[2] === 'demo';
if (demo) process.env.DATA_DIR = './demo-data';

try {
  await installIfStale();
  await buildIfStale();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
if (demo) {
  const { seedDemoKennel } = await import(join(ROOT, 'dist/api/db/demo-kennel.js'));
  await seedDemoKennel(process.env);
}
// In this very process: a signal reaches the server directly, and its exit code is ours.
await import(join(ROOT, 'dist/api/main.js'));
