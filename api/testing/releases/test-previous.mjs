import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfStale } from '../../../.ci/install.mjs';
import { run } from '../../../.ci/run-program.mjs';
import { ANSWERED_OTHERWISE, SLOWER_ON_NEW_TABLES } from './known-of-previous.mjs';

/**
 * `npm run test:previous`: takes the code of the previous release from git and runs its API tests on the tables of this
 * version, then the engine's tests of this version against its API. Needs the history of the repository.
 * `-- api/feeds sync/replay` runs only these files.
 */
const files = process.argv.slice(2);
await installIfStale();
const { release, commit } = await previousRelease();
const folder = mkdtempSync(join(tmpdir(), 'longline-previous-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// Some tests start processes of another user, which must be able to read the code.
chmodSync(folder, 0o755);
await must('git', ['archive', '--format=tar', `--output=${join(folder, 'release.tar')}`, commit]);
await must('tar', ['-xf', join(folder, 'release.tar'), '-C', folder]);
// Its migrator finds nothing to do on a database that a newer server has migrated. Here it creates that database.
rmSync(join(folder, 'api/db/migrations'), { recursive: true });
cpSync('api/db/migrations', join(folder, 'api/db/migrations'), { recursive: true });

const install = `import { installIfStale } from ${JSON.stringify(pathToFileURL(join(folder, '.ci/install.mjs')).href)}; await installIfStale();`;
await must(process.execPath, ['--input-type=module', '-e', install]);

const api = await runTests('api', `The API tests of ${release} on the tables of this version:`, [
  join(folder, '.ci/test-suite.mjs'),
  'api',
  ...without(SLOWER_ON_NEW_TABLES[release]),
]);
const engine = await runTests('sync', `The engine of this version against the API of ${release}:`, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'api/testing/releases/previous-server.config.ts',
  ...without(ANSWERED_OTHERWISE[release]),
]);
process.exit(api && engine ? 0 : 1);

/** @returns whether all tests below that folder, or of the files in it that were asked for, passed */
async function runTests(below, title, words) {
  const wanted = files.filter((path) => path.startsWith(below));
  if (files.length > 0 && wanted.length === 0) return true;
  console.log(title);
  const { ok } = await run(process.execPath, [...words, ...wanted], { env: { LONGLINE_PREVIOUS: folder } });
  return ok;
}

/** The newest version of the changelog whose release commit is in the history; the version at its top may not be released. */
async function previousRelease() {
  const versions = [...(await readFile('CHANGELOG.md', 'utf8')).matchAll(/^## (\S+)/gm)].map(([, version]) => version);
  for (const release of versions) {
    const subject = `^(docs: release|release:) ${release.replaceAll('.', '\\.')}$`;
    const { output } = await run('git', ['log', '-1', '--format=%H', '--extended-regexp', `--grep=${subject}`], { quiet: true });
    if (/^[\da-f]{40}\s*$/.test(output)) return { release, commit: output.trim() };
  }
  throw new Error('The history has no commit of a release. In a shallow clone, run git fetch --unshallow.');
}

async function must(program, words) {
  if (!(await run(program, words)).ok) throw new Error(`${program} ${words.join(' ')} failed.`);
}

/** Vitest's option that leaves out tests by the ends of their names. */
function without(names = []) {
  const escaped = names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return names.length === 0 ? [] : ['-t', `^(?!.*(?:${escaped.join('|')})$)`];
}
