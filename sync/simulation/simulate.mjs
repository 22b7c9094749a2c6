import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

/**
 * Runs the simulation for many seeds: `npm run simulate -- --seeds 10000 [--from 1] [--jobs 2]`. Prints the shrunk trace
 * of each seed that fails, and one line at the end. A seed does the same every time: `--from 4711 --seeds 1`.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' }, jobs: { type: 'string' }, share: { type: 'string' } },
});
const [seeds, first] = [Number(values.seeds), Number(values.from)];
const jobs = Math.min(seeds, Number(values.jobs ?? availableParallelism()));
if (!(seeds >= 1) || !Number.isInteger(first) || !(jobs >= 1)) {
  console.error('Please give whole numbers: npm run simulate -- --seeds 10000 --from 1');
  process.exit(1);
}

if (values.share !== undefined) await runShare(Number(values.share));
else await runAll();

/** One process of several: every jobs-th seed. */
async function runShare(place) {
  const path = fileURLToPath(new URL('./simulate.ts', import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  await module.simulate({ from: first + place, to: first + seeds - 1, step: jobs }, (failure) => process.send({ failure }));
  process.disconnect();
}

async function runAll() {
  const began = performance.now();
  let done = 0;
  let failed = 0;
  const shares = Array.from({ length: jobs }, (_, place) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--jobs', `${jobs}`, '--share', `${place}`]);
    child.on('message', ({ failure }) => {
      done += 1;
      if (failure) {
        failed += 1;
        console.error(`\nseed ${failure.seed} fails:\n${failure.text}`);
      }
      if (done % 500 === 0) console.log(`${done} of ${seeds} seeds, ${failed} failed, ${rate()} a second`);
    });
    return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
  });
  const rate = () => (done / ((performance.now() - began) / 1_000)).toFixed(1);
  const ended = await Promise.all(shares);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${done} seeds in ${seconds} s (${rate()} a second): ${done - failed} passed, ${failed} failed`);
  process.exit(failed === 0 && done === seeds && ended.every(Boolean) ? 0 : 1);
}
