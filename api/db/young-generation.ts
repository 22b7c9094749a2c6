import { setFlagsFromString } from 'node:v8';

const growBy = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/**
 * Keeps V8's young generation at its first size of 2 MB. By default, loading the server's code enlarges it to 128 MB on
 * Node 24, depending on the machine's memory. V8 reads `--max-semi-space-size` only before a program runs, but the
 * factor at each growth (docs/decisions/0137). Import this before all other code.
 */
growBy(1);

/** For servers on PostgreSQL, which need not fit into a small machine: V8's default. */
export const letYoungGenerationGrow = (): void => growBy(2);
