import { join } from 'node:path';
import { RESERVE_BYTES } from '../db/keep-reserve.ts';
import { SettingsError } from '../env.ts';
import type { BackupPlace } from './backups-in.ts';
import { sizeInWords } from './in-words.ts';
import { fileOfTable, type Manifest } from './manifest.ts';
import { unpackedBytes } from './packed-lines.ts';

/** Tables, indexes and PostgreSQL's log, compared with the rows as JSON. */
const DATABASE_TO_ROWS = 4;
/** A database without rows. */
const EMPTY_BYTES = 64 * 1024 * 1024;

/** @throws SettingsError unless the backup's rows fit onto a disk with so much space, and leave a running server its reserve */
export async function mustHaveSpace({ folder }: BackupPlace, { tables }: Manifest, freeBytes: number): Promise<void> {
  let rowBytes = 0;
  for (const table of Object.keys(tables)) rowBytes += await unpackedBytes(join(folder, fileOfTable(table)));
  const needed = DATABASE_TO_ROWS * rowBytes + EMPTY_BYTES + RESERVE_BYTES;
  if (freeBytes < needed)
    throw new SettingsError(
      `Testing the backup ${folder} needs ${sizeInWords(needed)} in DATA_DIR, whose disk has ${sizeInWords(freeBytes)}.`,
    );
}
