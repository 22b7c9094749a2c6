import { setFlagsFromString } from 'node:v8';

/** Parameters with which PGlite starts PostgreSQL, in addition to its defaults (docs/decisions/0137). */
export const EMBEDDED_SETTINGS: readonly string[] = [
  // PostgreSQL keeps each page that it has touched in memory, by default up to 128 MB. The system caches the files too.
  '-c',
  'shared_buffers=16MB',
];

/** V8 reads these each time it needs them, so they apply to a running process. */
const FLAGS = [
  // To optimize one function, the SQL parser of 100 KB, Node 24 takes 600 MB.
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  // By default the heap may grow fourfold before V8 collects it.
  '--heap-growing-percent=60',
];

/** Makes V8 save memory at the cost of speed. Call it before PGlite's code is compiled. */
export function saveMemory(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
