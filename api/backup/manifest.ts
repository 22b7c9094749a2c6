import { hash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { BackupDamaged } from './backup-damaged.ts';

const FORMAT = 1;

const FileDigest = z.object({ bytes: z.int(), sha256: z.string() });
const TableDigest = z.extend(FileDigest, { rows: z.int(), content: z.string() });

/** What a backup holds, written last: a folder without one is not a backup. */
const Manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Id of the database; null in one that is older than these ids. */
  installation: z.nullable(z.string()),
  /** When the newest migration of the database was made, which identifies it. */
  migration: z.int(),
  tables: z.record(z.string(), TableDigest),
  /** The list of media, then what the files in it add up to, and how many the store lacked or had altered. */
  media: z.extend(FileDigest, { files: z.int(), fileBytes: z.int(), lost: z.int() }),
  /** The secret that DATA_DIR held; null if a setting gives it. */
  secret: z.nullable(FileDigest),
});
export type Manifest = z.infer<typeof Manifest>;

const MANIFEST = 'manifest.json';

export const MEDIA_LIST = 'media.txt.gz';
export const SECRET = 'session-secret';
export const fileOfTable = (table: string): string => join('tables', `${table}.jsonl.gz`);

/** Flushed to the disk. Its last line is the hash of the others. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
  const file = await open(join(folder, MANIFEST), 'wx');
  try {
    await file.writeFile(`${text}${hash('sha256', text)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws BackupDamaged */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const [, text = '', sum] = /^([^]*\n)([0-9a-f]{64})\n$/.exec(await readFile(path, 'utf8').catch(() => '')) ?? [];
  if (sum === undefined || hash('sha256', text) !== sum) throw new BackupDamaged(path);
  const about = JSON.parse(text) as { format?: unknown };
  if (about.format !== FORMAT) throw new BackupDamaged(path, 'has a format that only a newer Longline reads');
  return Manifest.parse(about);
}
