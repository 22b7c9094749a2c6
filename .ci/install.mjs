import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, npm } from './run-program.mjs';

/** Installs the packages if any is missing or of another version than `package-lock.json` names. */
export async function installIfStale() {
  if (!packagesAreStale(readPackages('package-lock.json'), readPackages('node_modules/.package-lock.json'))) return;
  console.log('Installing packages (about a minute, once) …');
  // Development packages build the app, so they are needed even where NODE_ENV says production.
  const { ok } = await npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
  if (!ok) throw new Error('The packages could not be installed; npm says why above.');
}

/**
 * npm writes its own record last, so an interrupted installation has none.
 * @param wanted what the lock file names @param installed what npm recorded in node_modules
 */
export function packagesAreStale(wanted, installed) {
  if (!wanted || !installed) return true;
  return Object.entries(wanted).some(
    ([path, { version, optional }]) =>
      // Other platforms' binaries are named but not installed.
      path !== '' && (installed[path] ? installed[path].version !== version : !optional),
  );
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
