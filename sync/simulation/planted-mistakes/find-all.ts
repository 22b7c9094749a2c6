import { PLANTED_MISTAKES } from './all-mistakes.ts';
import { copyCheckout } from './copied-checkout.ts';
import { type Finding, findMistake } from './find-mistake.ts';
import { ranOf, runTests } from './run-tests.ts';

/** For the tests of all mistakes together. */
const WITHOUT_MISTAKES_MS = 3_600_000;

/**
 * Plants each mistake in a copy of the checkout and looks for it. First it runs all their tests without any mistake.
 * @param names the only mistakes to plant; all if empty
 * @param seeds how many seeds the simulation may run for a mistake that no test finds
 */
export async function findAll(names: readonly string[], seeds: number, tell: (name: string, finding: Finding) => void): Promise<void> {
  // The copy goes when this process exits, which a signal alone would skip.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const copy = copyCheckout();
  try {
    const mistakes = PLANTED_MISTAKES.filter(({ name }) => names.length === 0 || names.includes(name));
    const tests = mistakes.flatMap(({ foundBy }) => foundBy ?? []);
    // A test that fails without its mistake finds nothing.
    const { results, output } = await runTests(copy.folder, tests, WITHOUT_MISTAKES_MS);
    for (const mistake of mistakes) {
      const ran = mistake.foundBy && ranOf(results, mistake.foundBy);
      const isUseful = ran === undefined || (ran.length > 0 && ran.every(({ status }) => status === 'passed'));
      const why = () => `without the mistake, ${mistake.foundBy?.file} does not pass: ${output.slice(-500)}`;
      tell(mistake.name, isUseful ? await findMistake(copy, mistake, seeds) : { found: null, why: why() });
    }
  } finally {
    copy.remove();
  }
}
