import { delimiter } from 'node:path';
import { installIfStale } from './install.mjs';
import { mustHavePrograms } from './debian-packages.mjs';
import { prepareSuite, runSuite } from './suites.mjs';
import { ROOT } from './run-program.mjs';

/**
 * `npm run test:postgres-15`: the API tests on the oldest PostgreSQL that Longline supports, Debian's. All other runs use
 * the newest one, which comes as a package.
 */
process.chdir(ROOT);
const BIN = '/usr/lib/postgresql/15/bin';
process.env.PATH = [BIN, process.env.PATH].join(delimiter);
await installIfStale();
const postgres = { programs: ['initdb', 'postgres'], packages: ['postgresql-15'], what: 'PostgreSQL 15' };
const reason = (await mustHavePrograms(postgres)) ?? (await prepareSuite('api'));
if (reason !== undefined) console.error(`The API tests cannot run here on PostgreSQL 15: ${reason}`);
process.env.LONGLINE_POSTGRES_BIN = BIN;
const { ok } = reason === undefined ? await runSuite('api', process.argv.slice(2)) : { ok: false };
process.exit(ok ? 0 : 1);
