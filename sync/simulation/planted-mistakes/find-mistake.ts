import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CopiedCheckout, ROOT } from './copied-checkout.ts';
import type { PlantedMistake } from './planted-mistake.ts';
import { runNode } from './run-node.ts';

/** Allows for a machine ten times as slow. */
const TEST_MS = 300_000;
const SEEDS_MS = 3_600_000;

/** What found a mistake, in words for the report. `why`: why nothing did. */
export type Finding = { found: string } | { found: null; why: string };

/**
 * Plants a mistake in the copy and looks for it: first with its test, which takes seconds, then with the simulation.
 * @param seeds how many seeds the simulation may run
 */
export async function findMistake(copy: CopiedCheckout, mistake: PlantedMistake, seeds: number): Promise<Finding> {
  const finding = await copy.withMistake(mistake, async (): Promise<Finding> => {
    const tested = mistake.foundBy && (await findByTest(copy.folder, mistake.foundBy));
    if (tested?.found) return tested;
    const seen = await findBySeeds(copy.folder, seeds);
    return seen.found || !tested ? seen : tested;
  });
  return finding ?? { found: null, why: `its old text is no longer in ${mistake.file}, or more than once` };
}

type NamedTest = NonNullable<PlantedMistake['foundBy']>;

async function findByTest(folder: string, named: NamedTest): Promise<Finding> {
  const { file, test } = named;
  const project = file.startsWith('api/') && !file.startsWith('api/contract/') ? 'api' : 'unit*';
  const reportPath = join(folder, 'report.json');
  rmSync(reportPath, { force: true });
  const pattern = test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const words = ['run', '--project', project, file, '-t', pattern, '--reporter=json', `--outputFile=${reportPath}`];
  const output = await runNode(folder, ['node_modules/vitest/vitest.mjs', ...words], TEST_MS);
  return findingOf(readResults(reportPath), named, output);
}

interface TestResult {
  fullName: string;
  status: string;
}

/** Only a failure of the named test counts: a file that does not load fails for another reason than the mistake's. */
export function findingOf(results: readonly TestResult[], { file, test }: NamedTest, output: string): Finding {
  const ran = results.filter(({ fullName, status }) => fullName.includes(test) && ['passed', 'failed'].includes(status));
  if (ran.some(({ status }) => status === 'failed')) return { found: `${file}: ${test}` };
  const why = ran.length > 0 ? `${file} passes: ${test}` : `${file} ran no test named '${test}': ${output.slice(-500)}`;
  return { found: null, why };
}

function readResults(path: string): TestResult[] {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as { testResults: { assertionResults: TestResult[] }[] };
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    return [];
  }
}

/** Its path in the checkout, and so in the copy. */
const SEEDS_PROGRAM = relative(ROOT, fileURLToPath(new URL('./first-failing-seed.mjs', import.meta.url)));

async function findBySeeds(folder: string, seeds: number): Promise<Finding> {
  if (seeds < 1) return { found: null, why: 'no seeds were run' };
  const output = await runNode(folder, [SEEDS_PROGRAM, String(seeds)], SEEDS_MS);
  const failed = /^seed (\d+) fails: (.*)$/m.exec(output);
  if (failed) return { found: `seed ${failed[1]}: ${failed[2]}` };
  const passed = output.includes(`${seeds} seeds pass`);
  return { found: null, why: passed ? `${seeds} seeds pass` : `the simulation ended early: ${output.slice(-500)}` };
}
