import { execFileSync, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

/**
 * Runs the simulation for many seeds: `npm run simulate -- --seeds 10000 [--from 1] [--jobs 2]`. Prints one line to
 * paste and the shrunk trace of each failing seed, how often each kind of fault happened, and a final summary line. A
 * seed is repeatable: `--from 4711 --seeds 1`.
 *
 * `npm run simulate -- --mistakes ["<name>" …]` makes each planted mistake, or only those named, and fails unless a test
 * or one of 500 seeds finds each of them (docs/decisions/0167).
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string' },
    mistakes: { type: 'boolean', default: false },
    share: { type: 'string' },
  },
});
const [seeds, first] = [Number(values.seeds ?? (values.mistakes ? 500 : 1_000)), Number(values.from)];
const jobs = Math.min(seeds, Number(values.jobs ?? availableParallelism()));
if (!(seeds >= 1) || !Number.isInteger(first) || !(jobs >= 1)) {
  console.error('Please give whole numbers: npm run simulate -- --seeds 10000 --from 1');
  process.exit(1);
}

const load = async (url) => (await runnerImport(fileURLToPath(url), { configFile: false, logLevel: 'error' })).module;
const loadSimulation = () => load(new URL('./simulate.ts', import.meta.url));

if (values.share !== undefined) await runShare(Number(values.share));
else if (values.mistakes) await findMistakes();
else await runAll();

/** Runs every `jobs`th seed, in one of several processes. */
async function runShare(place) {
  const { simulate } = await loadSimulation();
  const range = { from: first + place, to: first + seeds - 1, step: jobs };
  const happened = await simulate(range, (failure) => process.send({ failure }));
  process.send({ happened: [...happened] }, () => process.disconnect());
}

async function findMistakes() {
  const found = new Map();
  const tell = (name, words) => {
    found.set(name, words !== null);
    console.log(`${words === null ? 'NOT FOUND' : 'found'}: ${name}\n    ${words ?? ''}`);
  };
  const { findAll } = await load(new URL('./planted-mistakes/find-all.ts', import.meta.url));
  await findAll(positionals, seeds, (name, finding) => {
    tell(name, finding.found);
    if (finding.found === null) console.log(`    ${finding.why}`);
  });
  const { searchMistakes } = await loadSimulation();
  await searchMistakes({ from: first, to: first + seeds - 1, step: 1 }, positionals, ({ mistake, seed, broken }) =>
    tell(mistake, seed === null ? null : `seed ${seed}: ${broken.split('\n')[0].slice(0, 200)}`),
  );
  for (const name of positionals) if (!found.has(name)) tell(name, null);
  const times = [...found.values()].filter(Boolean).length;
  console.log(`${times} of ${found.size} mistakes found`);
  process.exit(times === found.size ? 0 : 1);
}

/** Names the code that ran, because a seed makes another run in other code. Empty outside a repository. */
function checkout() {
  try {
    return `git checkout ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()} && `;
  } catch {
    return '';
  }
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
      console.error(`\nseed ${failure.seed} fails: ${checkout()}npm run simulate -- --from ${failure.seed} --seeds 1\n${failure.text}`);
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
