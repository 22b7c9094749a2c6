import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CopiedCheckout, ROOT } from './copied-checkout.ts';
import type { PlantedMistake } from './planted-mistake.ts';
import { runNode } from './run-node.ts';
import { type NamedTest, ranOf, runTests, type TestResult } from './run-tests.ts';

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

async function findByTest(folder: string, named: NamedTest): Promise<Finding> {
  const { results, output } = await runTests(folder, [named], TEST_MS);
  return findingOf(results, named, output);
}

/** Only a failure of the named test counts: a file that does not load fails for another reason than the mistake's. */
export function findingOf(results: readonly TestResult[], named: NamedTest, output: string): Finding {
  const { file, test } = named;
  const ran = ranOf(results, named);
  if (ran.some(({ status }) => status === 'failed')) return { found: `${file}: ${test}` };
  const why = ran.length > 0 ? `${file} passes: ${test}` : `${file} ran no test named '${test}': ${output.slice(-500)}`;
  return { found: null, why };
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
