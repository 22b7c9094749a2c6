import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';
import { installIfStale } from './install.mjs';
import { ROOT } from './run-program.mjs';

/**
 * Installs, builds and starts the server from a fresh checkout. `demo` uses a separate folder with sample data; `demo large`
 * fills one with years of training.
 */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Longline needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

process.chdir(ROOT);
// Environment variables take precedence over the file.
if (existsSync('.env')) process.loadEnvFile('.env');
const demo = process.argv[2] === 'demo';
const large = demo && process.argv[3] === 'large';
if (demo) {
  process.env.DATA_DIR = large ? './demo-data/large' : './demo-data';
  // Keep invented people out of real databases and stores.
  for (const name of Object.keys(process.env)) if (/^(DATABASE|S3)_/.test(name)) delete process.env[name];
}

try {
  await installIfStale();
  await buildIfStale();
  if (demo) {
    console.log(`Sign in as ${large ? await seedLarge() : await seedBelievable()} to see the sample kennel.`);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// The server runs in this process, so signals reach it directly and its exit code is ours.
await import(compiled('main.js'));

async function seedBelievable() {
  const { DEMO_EMAIL, seedDemoKennel } = await import(compiled('db/demo-kennel.js'));
  await seedDemoKennel(process.env);
  return DEMO_EMAIL;
}

async function seedLarge() {
  const { LARGE_EMAIL, seedLargeKennel } = await import(compiled('db/large-kennel.js'));
  console.log('The first run writes ten thousand sessions. This takes a minute or two.');
  await seedLargeKennel(process.env);
  return LARGE_EMAIL;
}

function compiled(path) {
  return pathToFileURL(join(ROOT, 'dist/api', path)).href;
}
