import { buildIfStale } from './build.mjs';
import { installIfStale } from './install.mjs';
import { ROOT, nodeProgram } from './run-program.mjs';
import { mustHaveS3Programs } from './s3-programs.mjs';

/** `npm run test:s3`: runs the media tests on a real S3 server, which it installs if missing, starts and stops. */
process.chdir(ROOT);
await installIfStale();
// Some tests start the built server.
await buildIfStale();
const reason = await mustHaveS3Programs();
if (reason !== undefined) console.error(`No S3 server can be started here: ${reason}`);
const { ok } = reason === undefined ? await nodeProgram('vitest/vitest.mjs', 'run', '--project', 's3', ...process.argv.slice(2)) : { ok: false };
process.exit(ok ? 0 : 1);
