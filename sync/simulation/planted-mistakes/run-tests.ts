import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedMistake } from './planted-mistake.ts';
import { runNode } from './run-node.ts';

export type NamedTest = NonNullable<PlantedMistake['foundBy']>;

export interface TestResult {
  fullName: string;
  status: string;
}

export interface TestRun {
  results: TestResult[];
  /** What the run printed. */
  output: string;
}

const isOfApi = ({ file }: NamedTest) => file.startsWith('api/') && !file.startsWith('api/contract/');

/** Runs tests of one suite by their names, in a copy of the checkout. */
async function runSome(folder: string, project: string, tests: readonly NamedTest[], patienceMs: number): Promise<TestRun> {
  const reportPath = join(folder, 'report.json');
  rmSync(reportPath, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const pattern = tests.map(({ test }) => test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const words = ['run', '--project', project, ...files, '-t', pattern, '--reporter=json', `--outputFile=${reportPath}`];
  const output = await runNode(folder, ['node_modules/vitest/vitest.mjs', ...words], patienceMs);
  return { results: readResults(reportPath), output };
}

/** Runs these tests, and those with the same names in the files of the others. */
export async function runTests(folder: string, tests: readonly NamedTest[], patienceMs: number): Promise<TestRun> {
  const runs: TestRun[] = [];
  for (const [project, some] of [
    ['unit*', tests.filter((test) => !isOfApi(test))],
    ['api', tests.filter(isOfApi)],
  ] as const) {
    if (some.length > 0) runs.push(await runSome(folder, project, some, patienceMs));
  }
  return { results: runs.flatMap(({ results }) => results), output: runs.map(({ output }) => output).join('\n') };
}

function readResults(path: string): TestResult[] {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as { testResults: { assertionResults: TestResult[] }[] };
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    return [];
  }
}

/** The tests of this name that ran. */
export const ranOf = (results: readonly TestResult[], { test }: NamedTest): TestResult[] =>
  results.filter(({ fullName, status }) => fullName.includes(test) && ['passed', 'failed'].includes(status));
