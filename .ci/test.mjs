import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustHaveBrowser } from './browser.mjs';
import { build, checkTypes } from './build.mjs';
import { unresolvedCitations } from './citations.mjs';
import { migrationsAreCurrent } from './migrations-are-current.mjs';
import { mustHaveFfmpeg } from './ffmpeg.mjs';
import { importCircles, parsedFormats, strangersAtTheTop, wrongArrows } from './house.mjs';
import { installIfStale } from './install.mjs';
import { ROOT, nodeProgram } from './run-program.mjs';
import { mustHaveS3Programs } from './s3-programs.mjs';
import { countTests, failures, totalLine } from './totals.mjs';
import { mustHaveWebKit } from './webkit.mjs';

/**
 * Runs every check of this repository in sequence; the last line totals them. `--s3` also runs the media tests on an S3
 * server, which it installs if missing.
 */
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Repeated at the end, where readers look. */
const failed = [];
/** Suites this machine cannot run, named in the last line. */
const leftOut = [];

if (!(await check('packages', () => installIfStale()))) end();
await check('browser', async () => {
  process.env.CHROMIUM_PATH = await mustHaveBrowser();
});
await check('ffmpeg', mustHaveFfmpeg);
await check('types', checkTypes);
await check('lint', async () => (await nodeProgram('oxlint/bin/oxlint')).ok);
await check('dead code', async () => (await nodeProgram('knip/bin/knip.js', '--no-progress')).ok);
await check('arrows between the rooms', async () => say(wrongArrows(ROOT)));
await check('no circles of imports', async () => say(importCircles(ROOT)));
await check('no formatted text read as data', async () => say(parsedFormats(ROOT)));
await check('citations resolve', async () => say(unresolvedCitations(ROOT)));
await check('the top level', async () => say(strangersAtTheTop(ROOT)));
await check('migrations match the schema', migrationsAreCurrent);
// Without a build, the browser tests would run against an older app.
if (await check('build', build)) {
  await vitest('unit');
  await vitest('api');
  if (process.argv.includes('--s3')) await vitestWith('s3', mustHaveS3Programs);
  else console.log('\nNot on an S3 server: npm run test:s3 runs the tests of media there.');
  await vitest('e2e');
  await vitestWith('webkit', mustHaveWebKit);
}

end();

function end() {
  for (const line of failed) console.log(`FAILED: ${line}`);
  console.log(`\n${totalLine(totals, leftOut)}`);
  process.exit(totals.failed === 0 ? 0 : 1);
}

/** @param work returns false or throws on failure, after printing the reason */
async function check(name, work) {
  console.log(`\n── ${name}`);
  let ok = false;
  try {
    ok = (await work()) !== false;
  } catch (error) {
    console.error(error.message);
  }
  totals[ok ? 'passed' : 'failed'] += 1;
  if (!ok) failed.push(name);
  console.log(ok ? `passed: ${name}` : `FAILED: ${name}`);
  return ok;
}

function say(lines) {
  for (const line of lines) console.error(line);
  return lines.length === 0;
}

async function vitest(suite) {
  console.log(`\n── tests: ${suite}`);
  const folder = mkdtempSync(join(tmpdir(), 'longline-report-'));
  const report = join(folder, 'report.json');
  const { ok } = await nodeProgram(
    'vitest/vitest.mjs', 'run', '--project', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`,
  );
  const told = readReport(report);
  const counted = countTests(told, ok);
  const names = failures(told).map((line) => line.replace(ROOT, ''));
  failed.push(...(ok || names.length > 0 ? names : [`${suite}: the run itself; its reason stands above`]));
  for (const kind of Object.keys(totals)) totals[kind] += counted[kind];
  rmSync(folder, { recursive: true });
}

/** If this machine lacks what the suite needs, the suite counts as one skipped test. */
async function vitestWith(suite, mustHave) {
  const reason = await mustHave();
  if (reason === undefined) return vitest(suite);
  console.log(`\n── tests: ${suite}\nSKIPPED: ${reason}`);
  totals.skipped += 1;
  leftOut.push(suite);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
