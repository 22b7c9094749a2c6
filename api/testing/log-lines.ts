import { createLog, type Log } from '../log.ts';

/** The real log at its most verbose level. Keeps its lines for the test. */
export function keepLogLines(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(line) }), lines };
}
