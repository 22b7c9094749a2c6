import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

/**
 * Moves a log to another server and back out: `npm run move-log -- [--sessions 10000] [--films 60] [--megabytes 100] [--kills 20]
 * [--seed 1]`, on the built app. Exits with 1 unless the second server exports the same rows and films, byte for byte, and nothing
 * of other people is in it.
 */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '10000' },
    films: { type: 'string', default: '60' },
    megabytes: { type: 'string', default: '100' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const path = fileURLToPath(new URL('./move-log.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
const [sessions, films, kills, seed] = [values.sessions, values.films, values.kills, values.seed].map(Number);
const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1_000).toFixed(0)} s`;
const { bytes, unlike, leaked } = await module.moveLog(
  { sessions, films, filmBytes: Number(values.megabytes) * 1_000_000, kills, seed },
  (line) => console.log(`${seconds()}: ${line}`),
);
for (const name of unlike) console.log(`not the same: ${name}`);
for (const words of leaked) console.log(`of others: ${words}`);
console.log(
  `\n${sessions} sessions, ${films} films, ${(bytes / 1e9).toFixed(2)} GB, ${kills} kills, seed ${seed}, in ${seconds()}: ` +
    `${unlike.length === 0 ? 'the same' : 'NOT THE SAME'}, ${leaked.length === 0 ? 'nothing' : 'WORDS'} of others`,
);
process.exit(unlike.length + leaked.length === 0 ? 0 : 1);
