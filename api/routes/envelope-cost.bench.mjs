import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

export const what = 'CPU milliseconds of one operation in an envelope of 50, process and PostgreSQL together; gate 1.5, goal 1';

export async function measure({ short }) {
  const path = fileURLToPath(new URL('../testing/measure-envelope-cost.ts', import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module.measureEnvelopeCost({ envelopes: short ? 10 : 40 });
}
