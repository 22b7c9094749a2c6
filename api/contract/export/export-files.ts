import { calendarDays, icsOf } from '../calendar.ts';
import type { EntityRow } from '../entities.ts';
import { csvFiles } from './csv-files.ts';
import { dataFiles, jsonOf } from './data-files.ts';
import { exportName } from './exported-rows.ts';
import { type ExportSource, type ManyRows, some, type TextFile } from './export-source.ts';
import { exportPage, type PageOptions } from './page.ts';

/** Raised when a reader of older exports could not read a new one. */
export const EXPORT_FORMAT = 1;

/** A file of an export, as `longline.json` names it. */
export interface ExportedFile {
  name: string;
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
}

export interface ExportOptions extends PageOptions {
  /** Of the server, with its port if it has one. */
  host: string;
}

/** The texts of an export, one after the other, apart from the two that name all files. */
export function* exportFiles(source: ExportSource, options: ExportOptions): Generator<TextFile> {
  yield* dataFiles(source, options.fileOf);
  yield* csvFiles(source, options.fileOf);
  yield { name: 'calendar.ics', pieces: calendar(source, options.host.replace(/:\d+$/, '')) };
  yield { name: 'index.html', pieces: exportPage(source, options) };
}

/** A calendar needs all its days at once, as they are in order. */
async function* calendar(source: ExportSource, host: string): AsyncGenerator<string> {
  const [plans, trials, dogs] = [await readAll(source, 'plans'), await readAll(source, 'trials'), await readAll(source, 'dogs')];
  yield icsOf(calendarDays(plans, trials, dogs), host);
}

async function readAll<E extends ManyRows>(source: ExportSource, entity: E): Promise<EntityRow<E>[]> {
  const rows: EntityRow<E>[] = [];
  for (const ids of some(source.ids[entity])) rows.push(...(await source.read(entity, ids)));
  return rows;
}

/** `longline.json`: what this is, and each file with its hash. */
export function manifestText(
  source: Pick<ExportSource, 'ids' | 'profile'>,
  { exportedAt, missing, host }: Pick<ExportOptions, 'exportedAt' | 'missing' | 'host'>,
  files: readonly ExportedFile[],
): string {
  const counts = Object.entries(source.ids).map(([entity, ids]) => [exportName(entity as ManyRows), ids.length]);
  return jsonOf({
    format: EXPORT_FORMAT,
    exportedAt: exportedAt.toISOString(),
    // An import elsewhere keeps the ids of rows; another account of this server needs other ones.
    from: { host, account: source.profile.id },
    ...missing,
    counts: { profile: 1, ...(Object.fromEntries(counts) as object) },
    files,
  });
}

/** `SHA256SUMS`, which `sha256sum --check` reads. */
export const sumsText = (files: readonly ExportedFile[]): string => files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
