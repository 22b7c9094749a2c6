import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

export const what = 'what an active person costs on the built server and PostgreSQL, without films (docs/scaling.md)';

export async function measure({ short }) {
  const path = fileURLToPath(new URL('./testing/measure-person-year.ts', import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module.measurePersonYear(short ? { pairs: 1, sessions: 20, streams: 40 } : { pairs: 3, sessions: 300, streams: 500 });
}
