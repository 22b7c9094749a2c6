import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

export const what =
  'milliseconds until a visitor gets 404 for a hidden session and its media, beside ids that never existed, on PostgreSQL with 20,000 sessions; goal: a ratio of 0.95 to 1.05';

export async function measure({ short }) {
  const path = fileURLToPath(new URL('../testing/measure-hidden-links.ts', import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module.measureHiddenLinks({ sessions: 20_000, rounds: short ? 20 : 400 });
}
