import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { build, checkTypes } from './build.mjs';
import { unresolvedCitations } from './citations.mjs';
import { migrationsAreCurrent } from './migrations-are-current.mjs';
import { importCircles, parsedFormats, unexpectedAtTopLevel, unguardedLists, wrongArrows } from './house.mjs';
import { installIfStale } from './install.mjs';
import { ROOT, nodeProgramQuietly } from './run-program.mjs';
import { installAhead, isTestFile, prepareSuite, runSuite, suiteOf } from './suites.mjs';
import { countTests, errorOutsideTests, failures, totalLine } from './totals.mjs';

/**
 * `npm test` runs every check of this repository in sequence; the last line totals them. `--s3` also runs the media tests
 * and two servers behind Caddy, on an S3 server, which it installs if missing. `npm test FILE …` runs only those test files.
 */
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Failed checks and tests, repeated at the end, where readers look. */
const failed = [];
/** Suites this machine cannot run, named in the last line. */
const leftOut = [];
/** By suite, its installations, which run beside the earlier checks. */
let installations = new Map();

const words = process.argv.slice(2).filter((word) => word !== '--s3');
for (const word of words.filter((word) => !isTestFile(word))) {
  console.error(`${word} is not a test file. For a folder or an option such as -t, use npm run test:unit, test:api or test:e2e.`);
  process.exit(1);
}
const files = words.map((path) => relative(ROOT, resolve(path)));
if (!(await check('packages', () => installIfStale()))) end();
if (files.length > 0) {
  for (const suite of new Set(files.map(suiteOf))) await vitest(suite, ...files.filter((path) => suiteOf(path) === suite));
  end();
}
const withS3 = process.argv.includes('--s3');
/** Browser suites wait half of their time. */
const inBrowsers = ['e2e', 'nginx', 'firefox', 'webkit', ...(withS3 ? ['stack'] : [])];
/** These suites use the processor while browsers wait. Their priority is lower, so that browsers answer as on an idle machine. */
const beside = ['unit', 'api', ...(withS3 ? ['s3'] : [])];
installations = installAhead(['alone', ...inBrowsers, ...beside]);
const [isBuilt] = await Promise.all([checkAndBuild(), checkSources()]);
// Without a build, the browser tests would run against an older app.
if (isBuilt) {
  // `alone` measures time and memory, so nothing runs beside it.
  await vitest('alone');
  await Promise.all([oneByOne(inBrowsers, vitest), oneByOne(beside, vitestBeside)]);
  if (!withS3) console.log('\nThe media tests did not run on an S3 server: npm run test:s3 runs them there.');
}

end();

/** @returns whether everything is built */
async function checkAndBuild() {
  await check('types', checkTypes);
  await check('migrations match the schema', migrationsAreCurrent);
  return check('build', build);
}

/** Prints nothing until each check ends, because the build prints meanwhile. */
async function checkSources() {
  await check('lint', () => findsNothing('oxlint/bin/oxlint'));
  await check('format: npm run format fixes it', () => findsNothing('@biomejs/biome/bin/biome', 'format'));
  await check('dead code', () => findsNothing('knip/bin/knip.js', '--no-progress'));
  await check('arrows between the rooms', () => say(wrongArrows(ROOT)));
  await check('no circles of imports', () => say(importCircles(ROOT)));
  await check('no formatted text parsed as data', () => say(parsedFormats(ROOT)));
  await check('no list without boundaries', async () => say(await unguardedLists(ROOT)));
  await check('citations resolve', () => say(unresolvedCitations(ROOT)));
  await check('the top level', () => say(unexpectedAtTopLevel(ROOT)));
  // A late import: openapi-is-clean.mjs needs packages that are not installed yet when this file loads on a fresh machine.
  await check('the OpenAPI document', async () => (await import('./openapi-is-clean.mjs')).openApiIsClean());
}

function end() {
  for (const line of failed) console.log(`FAILED: ${line}`);
  console.log(`\n${totalLine(totals, leftOut)}`);
  process.exit(totals.failed === 0 ? 0 : 1);
}

/** @param work returns false or throws on failure, after printing the reason */
async function check(name, work) {
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

async function findsNothing(program, ...words) {
  const { ok, output } = await nodeProgramQuietly(program, ...words);
  if (!ok) console.error(output);
  return ok;
}

function say(lines) {
  for (const line of lines) console.error(line);
  return lines.length === 0;
}

async function oneByOne(suites, runTests) {
  for (const suite of suites) await runTests(suite);
}

/** Runs a suite, or only some of its files. A suite that this machine cannot run counts as one skipped test. */
async function vitest(suite, ...files) {
  console.log(`\n── tests: ${suite}`);
  if (await isReady(suite)) await count(suite, (words) => runSuite(suite, [...words, ...files]));
}

/** Like `vitest`, at a lower priority. Prints the suite's output after its end, because a browser suite prints meanwhile. */
async function vitestBeside(suite) {
  if (!(await isReady(suite))) return;
  await count(suite, async (words) => {
    const result = await runSuite(suite, words, { quiet: true, beside: true });
    console.log(`\n── tests: ${suite}\n${result.output}`);
    return result;
  });
}

/** Installs and builds what a suite needs. */
async function isReady(suite) {
  try {
    await installations.get(suite);
    const reason = await prepareSuite(suite);
    if (reason !== undefined) leaveOut(suite, reason);
    return reason === undefined;
  } catch (error) {
    fail(suite, error.message);
    return false;
  }
}

/** @param runTests runs the suite with these words for Vitest */
async function count(suite, runTests) {
  const folder = mkdtempSync(join(tmpdir(), 'longline-report-'));
  const report = join(folder, 'report.json');
  const { ok, output } = await runTests(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  const told = readReport(report);
  const counted = countTests(told, ok);
  const names = failures(told).map((line) => line.replace(ROOT, ''));
  failed.push(...(ok || names.length > 0 ? names : [`${suite}: the run itself; see its output above. ${errorOutsideTests(output)}`]));
  for (const kind of Object.keys(totals)) totals[kind] += counted[kind];
  rmSync(folder, { recursive: true });
}

function leaveOut(suite, reason) {
  console.log(`SKIPPED: ${reason}`);
  totals.skipped += 1;
  leftOut.push(suite);
}

function fail(suite, reason) {
  console.error(reason);
  totals.failed += 1;
  failed.push(`${suite}: ${reason}`);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
