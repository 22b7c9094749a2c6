import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, npm } from './run-program.mjs';

/** Installs the packages if any is missing or differs from the version in `package-lock.json`. */
export async function installIfStale() {
  if (!packagesAreStale(readPackages('package-lock.json'), readPackages('node_modules/.package-lock.json'))) return;
  console.log('Installing packages (about a minute, once) …');
  // The build needs development packages, even if NODE_ENV is production.
  const { ok } = await npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
  if (!ok) throw new Error('The packages could not be installed; npm says why above.');
}

/**
 * npm writes its own record last, so an interrupted installation has none.
 * @param wanted packages of the lock file
 * @param installed packages that npm recorded in node_modules
 */
export function packagesAreStale(wanted, installed) {
  if (!wanted || !installed) return true;
  return Object.entries(wanted).some(
    ([path, { version, optional }]) =>
      // The lock file lists other platforms' binaries, but npm doesn't install them.
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
