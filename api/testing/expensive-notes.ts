/** Notes that repeat one line: every line can match every other. */
export const lines = (count: number, line = 'x'): string => Array.from({ length: count }, () => line).join('\n');

/** Notes of two lines in any order, different for each seed: they differ in more places than a merge counts. */
export const letters = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, at) => 'ab'[Math.floor(Math.abs(Math.sin(at * seed)) * 1_000) % 2]).join('\n');
