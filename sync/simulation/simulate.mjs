import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

/**
 * Runs the simulation for many seeds: `npm run simulate -- --seeds 10000 [--from 1] [--jobs 2]`. Prints the shrunk
 * trace of each failing seed, how often each kind of fault happened, and a final summary line. A seed is repeatable:
 * `--from 4711 --seeds 1`.
 *
 * `npm run simulate -- --mistakes --seeds 1000` injects each planted mistake and fails unless a seed catches it;
 * `--mistake "<name>"` injects only one.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string' },
    mistakes: { type: 'boolean', default: false },
    mistake: { type: 'string' },
    share: { type: 'string' },
  },
});
const [seeds, first] = [Number(values.seeds), Number(values.from)];
const jobs = Math.min(seeds, Number(values.jobs ?? availableParallelism()));
if (!(seeds >= 1) || !Number.isInteger(first) || !(jobs >= 1)) {
  console.error('Please give whole numbers: npm run simulate -- --seeds 10000 --from 1');
  process.exit(1);
}

const load = async () => {
  const path = fileURLToPath(new URL('./simulate.ts', import.meta.url));
  return (await runnerImport(path, { configFile: false, logLevel: 'error' })).module;
};

if (values.share !== undefined) await runShare(Number(values.share));
else if (values.mistakes || values.mistake !== undefined) await searchAll();
else await runAll();

/** Runs every `jobs`th seed, in one of several processes. */
async function runShare(place) {
  const { simulate } = await load();
  const range = { from: first + place, to: first + seeds - 1, step: jobs };
  const happened = await simulate(range, (failure) => process.send({ failure }));
  process.send({ happened: [...happened] }, () => process.disconnect());
}

async function searchAll() {
  const { searchMistakes } = await load();
  let missed = 0;
  let searched = 0;
  await searchMistakes({ from: first, to: first + seeds - 1, step: 1 }, values.mistake, ({ mistake, seed, broken }) => {
    searched += 1;
    if (seed === null) missed += 1;
    console.log(
      seed === null ? `NOT CAUGHT: ${mistake}` : `${mistake}: caught by seed ${seed}\n    ${broken.split('\n')[0].slice(0, 200)}`,
    );
  });
  console.log(`${searched - missed} of ${searched} mistakes caught`);
  process.exit(missed === 0 && searched > 0 ? 0 : 1);
}

async function runAll() {
  const began = performance.now();
  const faults = new Map();
  let done = 0;
  let failed = 0;
  const hear = ({ failure, happened }) => {
    if (happened) {
      for (const [name, times] of happened) faults.set(name, (faults.get(name) ?? 0) + times);
      return;
    }
    done += 1;
    if (failure) {
      failed += 1;
      console.error(`\nseed ${failure.seed} fails:\n${failure.text}`);
    }
    if (done % 500 === 0) console.log(`${done} of ${seeds} seeds, ${failed} failed, ${rate()} a second`);
  };
  const shares = Array.from({ length: jobs }, (_, place) => {
    const args = [...process.argv.slice(2), '--jobs', `${jobs}`, '--share', `${place}`];
    // Most of a seed's allocations are garbage when it ends: a larger young generation halves the collector's work.
    const child = fork(fileURLToPath(import.meta.url), args, { execArgv: ['--max-semi-space-size=64'] });
    child.on('message', hear);
    return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
  });
  const rate = () => (done / ((performance.now() - began) / 1_000)).toFixed(1);
  const ended = await Promise.all(shares);
  if (done < seeds) console.error(`${seeds - done} seeds were not run: a process ended early.`);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(
    [...faults]
      .map(([name, times]) => `${name} ${times}`)
      .sort()
      .join(', '),
  );
  console.log(`${done} seeds in ${seconds} s (${rate()} a second): ${done - failed} passed, ${failed} failed`);
  process.exit(failed === 0 && done === seeds && ended.every(Boolean) ? 0 : 1);
}
