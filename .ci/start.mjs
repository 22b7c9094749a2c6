import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
if (demo) {
  process.env.DATA_DIR = './demo-data';
  // Invented people have no business in a real database or store.
  for (const name of Object.keys(process.env)) if (name === 'DATABASE_URL' || name.startsWith('S3_')) delete process.env[name];
}

try {
  await installIfStale();
  await buildIfStale();
  if (demo) {
    const { DEMO_EMAIL, seedDemoKennel } = await import(compiled('db/demo-kennel.js'));
    await seedDemoKennel(process.env);
    console.log(`The kennel belongs to ${DEMO_EMAIL}: sign in as that.`);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// In this very process: a signal reaches the server directly, and its exit code is ours.
await import(compiled('main.js'));

function compiled(path) {
  return pathToFileURL(join(ROOT, 'dist/api', path)).href;
}
