import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

/**
 * Restarts two replicas behind nginx one after the other, under load: `npm run rolling-restart -- [--rounds 20]
 * [--writers 8] [--uploaders 4]`, with the built server and Debian's nginx. Half of the rounds keep nginx's connections
 * to the replicas open. Exits with 1 if a request failed, or a process ended on its own.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    writers: { type: 'string', default: '8' },
    uploaders: { type: 'string', default: '4' },
  },
});
const path = fileURLToPath(new URL('./rolling-restart.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
let failures = 0;
for (const keepsConnections of [false, true]) {
  const plan = {
    rounds: Math.ceil(Number(values.rounds) / 2),
    writers: Number(values.writers),
    uploaders: Number(values.uploaders),
    keepsConnections,
  };
  const began = performance.now();
  const outcome = await module.rollingRestart(plan, (line) => console.log(line));
  for (const line of [...outcome.exits, ...outcome.failed.slice(0, 10)]) console.log(`  ${line}`);
  failures += outcome.exits.length + outcome.failed.length;
  console.log(
    `\n${2 * plan.rounds} restarts behind nginx, which ${keepsConnections ? 'keeps connections open' : 'opens a connection for each request'}, ` +
      `in ${((performance.now() - began) / 60_000).toFixed(1)} min: ${outcome.requests} requests, ${outcome.failed.length} of them failed; ` +
      `${outcome.envelopes} envelopes and ${outcome.films} films confirmed, ${outcome.endedStreams} event streams ended, ${outcome.exits.length} exits\n`,
  );
}
process.exit(failures === 0 ? 0 : 1);
