import { constants, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlantedMistake, plant } from './planted-mistake.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What the tests of the unit and API suites and the simulation read. */
const COPIED = ['api', 'sync', 'pwa', 'package.json', 'tsconfig.base.json', 'vitest.config.ts'];

/** A copy of the code in a temporary folder, in which mistakes are planted. */
export interface CopiedCheckout {
  folder: string;
  /**
   * Runs `work` while the mistake is in the copy.
   * @returns null if the mistake no longer applies
   */
  withMistake<Result>(mistake: PlantedMistake, work: () => Promise<Result>): Promise<Result | null>;
  remove(): void;
}

/**
 * Copies all files, instead of linking them: Node resolves a symbolic link to the file in the checkout, whose imports
 * then lack the mistake, and a test that writes to a hard link writes to the checkout.
 */
export function copyCheckout(): CopiedCheckout {
  const folder = mkdtempSync(join(tmpdir(), 'longline-mistakes-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true, mode: constants.COPYFILE_FICLONE });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    folder,
    async withMistake(mistake, work) {
      const path = join(folder, mistake.file);
      const source = readFileSync(path, 'utf8');
      const planted = plant(source, mistake);
      if (planted === null) return null;
      writeFileSync(path, planted);
      try {
        return await work();
      } finally {
        writeFileSync(path, source);
      }
    },
    remove() {
      process.off('exit', remove);
      remove();
    },
  };
}
