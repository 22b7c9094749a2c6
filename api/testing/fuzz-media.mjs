import { spawnSync } from 'node:child_process';

/** `npm run fuzz-media [-- SEED]`: 80 damaged films and 200 damaged pictures from a seed, in about two minutes. */
const env = { ...process.env, FUZZED_FILMS: '80', FUZZED_PICTURES: '200', FUZZ_SEED: process.argv[2] ?? '1' };
const { status } = spawnSync(process.execPath, ['.ci/test-suite.mjs', 'api', 'api/media/fuzzed-media.test.ts'], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
