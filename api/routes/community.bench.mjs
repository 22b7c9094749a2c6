import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

export const what =
  'milliseconds of a call on PostgreSQL, from request to answer, with 500 and with 50,000 people; goal: a ratio of 1.5 or less';

export async function measure() {
  const path = fileURLToPath(new URL('../testing/measure-community.ts', import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module.measureCommunity({ few: 500, many: 50_000, rounds: 200 });
}
