import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

export const what =
  'uploads of a film in turn: by the app in Chromium, by curl in one PUT, and by curl to a plain Node server; ' +
  "on loopback and over 200 Mbit/s, with the server's memory meanwhile [--megabytes 300] [--rounds 3]";

export async function measure() {
  const { values } = parseArgs({
    strict: false,
    options: { megabytes: { type: 'string', default: '300' }, rounds: { type: 'string', default: '3' } },
  });
  const path = fileURLToPath(new URL('./upload-bench/measure-upload.ts', import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module.measureUpload({ bytes: Number(values.megabytes) * 1_000_000, rounds: Number(values.rounds) });
}
