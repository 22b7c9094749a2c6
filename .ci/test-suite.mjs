import { installIfStale } from './install.mjs';
import { ROOT } from './run-program.mjs';
import { prepareSuite, runSuite } from './suites.mjs';

/** `npm run test:unit [FILE …]`: one suite or some of its files. Installs missing programs and passes options to Vitest. */
process.chdir(ROOT);
const [suite, ...words] = process.argv.slice(2);
await installIfStale();
const reason = await prepareSuite(suite);
if (reason !== undefined) console.error(`The suite ${suite} cannot run here: ${reason}`);
const { ok } = reason === undefined ? await runSuite(suite, words) : { ok: false };
process.exit(ok ? 0 : 1);
