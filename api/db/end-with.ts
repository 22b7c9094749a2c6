import { writeSync } from 'node:fs';

const STDERR = 2;

/** Ends the process with one line for the terminal, when nothing may be awaited any more. */
export function endWith(line: string): never {
  writeSync(STDERR, `${line}\n`);
  process.exit(1);
}
