import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, nodeProgramQuietly } from './run-program.mjs';

/** Whether the committed SQL creates exactly the tables of `api/db/tables`: generating again in a copy adds nothing. */
export async function migrationsAreCurrent() {
  // drizzle-kit accepts only paths below the current folder.
  const copy = mkdtempSync(join(ROOT, 'node_modules', '.migrations-'));
  try {
    cpSync(join(ROOT, 'api/db/migrations'), copy, { recursive: true });
    const before = readdirSync(copy).length;
    const { ok, output } = await nodeProgramQuietly(
      'drizzle-kit/bin.cjs',
      'generate',
      '--dialect=postgresql',
      '--schema=./api/db/tables',
      `--out=${relative(ROOT, copy)}`,
    );
    const current = ok && readdirSync(copy).length === before;
    if (!current)
      console.error(`${output}\napi/db/tables has changed since the last migration: run npx drizzle-kit generate --name what-changes.`);
    return current;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
