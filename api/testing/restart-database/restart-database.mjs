import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

/**
 * Restarts PostgreSQL under load: `npm run restart-database -- [--restarts 20] [--stop 60] [--writers 16]`, with the
 * built server. Exits with 1 if a server process ended, a confirmed change is missing, or an answer was neither success
 * nor 503 with `Retry-After`.
 */
const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    stop: { type: 'string', default: '60' },
    writers: { type: 'string', default: '16' },
  },
});
const path = fileURLToPath(new URL('./restart-database.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
const plan = { restarts: Number(values.restarts), stopMs: Number(values.stop) * 1_000, writers: Number(values.writers) };
const began = performance.now();
const { exits, tally, slowestRecoveryMs, confirmed, lost, pokesArrive } = await module.restartDatabase(plan, (line) => console.log(line));

for (const line of [...exits, ...tally.unexpected.slice(0, 10), ...lost.slice(0, 10)]) console.log(`  ${line}`);
console.log(
  `\n${plan.restarts} restarts and a stop of ${values.stop} s under ${plan.writers} writers in ${((performance.now() - began) / 60_000).toFixed(1)} min: ` +
    `${exits.length} exits, ${confirmed} changes confirmed, ${lost.length} of them lost or doubled; ` +
    `${tally.away} envelopes answered 503 (slowest after ${Math.round(tally.slowestAwayMs)} ms, ${tally.withoutRetryAfter} without Retry-After), ` +
    `${tally.unanswered} calls without an answer, ${tally.unexpected.length} other answers; ` +
    `all writers confirmed again within ${Math.round(slowestRecoveryMs)} ms of a start; pokes ${pokesArrive ? 'arrive' : 'DO NOT ARRIVE'}`,
);
process.exit(exits.length + lost.length + tally.unexpected.length + tally.withoutRetryAfter === 0 && pokesArrive ? 0 : 1);
