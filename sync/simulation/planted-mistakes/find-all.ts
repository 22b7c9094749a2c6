import { PLANTED_MISTAKES } from './all-mistakes.ts';
import { copyCheckout } from './copied-checkout.ts';
import { type Finding, findMistake } from './find-mistake.ts';

/**
 * Plants each mistake in a copy of the checkout and looks for it.
 * @param names the only mistakes to plant; all if empty
 * @param seeds how many seeds the simulation may run for a mistake that no test finds
 */
export async function findAll(names: readonly string[], seeds: number, tell: (name: string, finding: Finding) => void): Promise<void> {
  const copy = copyCheckout();
  const stop = () => {
    copy.remove();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  try {
    for (const mistake of PLANTED_MISTAKES) {
      if (names.length > 0 && !names.includes(mistake.name)) continue;
      tell(mistake.name, await findMistake(copy, mistake, seeds));
    }
  } finally {
    copy.remove();
  }
}
