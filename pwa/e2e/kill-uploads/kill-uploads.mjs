import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

/**
 * Kills browser and server in turn during a video upload: `npm run kill-uploads -- --kills 50 [--megabytes 200] [--seed 1]`,
 * on the built app. Exits with 1 unless the video arrives intact, every upload resumes exactly at the last byte on the
 * server's disk, and the session is logged once.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const path = fileURLToPath(new URL('./kill-uploads.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
const [kills, bytes, seed] = [Number(values.kills), Number(values.megabytes) * 1_048_576, Number(values.seed)];
const began = performance.now();
const outcome = await module.killUploads({ kills, bytes, seed }, (line) => console.log(line));

const sentAgain = outcome.resumed.filter(({ from, onDisk }) => from !== onDisk);
const isWhole = outcome.sha256sStored.includes(outcome.sha256Sent);
for (const { from, onDisk } of sentAgain) console.log(`resumed at ${from}, with ${onDisk} bytes on the disk`);
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(
  `\n${kills} kills, seed ${seed}, ${values.megabytes} MB in ${minutes} min: ` +
    `${isWhole ? 'arrived whole' : 'ALTERED'}, logged ${outcome.logs} time(s), ${outcome.resumed.length} requests with bytes, ` +
    `${sentAgain.length} of them not at the last byte on the server's disk, ${outcome.unheard} more that a dying server never received, ` +
    `${(outcome.beyondTheFile / 1_048_576).toFixed(1)} MB sent beyond the file`,
);
process.exit(isWhole && outcome.logs === 1 && sentAgain.length === 0 ? 0 : 1);
