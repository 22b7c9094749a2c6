import { importRows } from '../../sync/import/import-rows.ts';
import { type ImportPlan, planImport } from '../../sync/import/plan-import.ts';
import { type ExportedFiles, ImportRefused } from '../../sync/import/exported-files.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { CsvMappingForm } from './csv-mapping.tsx';
import { type Csv, planCsv } from './csv-sessions.ts';
import { type FilesImported, importFiles } from './import-files.ts';
import { openZips } from './open-zip.ts';

// What an import needs downloads together: each part of its own would cut the code that other screens share into smaller files.
export { CsvMappingForm, planCsv };

export interface Planned {
  plan: ImportPlan;
  /** Null for a spreadsheet, which has no films. */
  files: ExportedFiles | null;
}

/** Whether a chosen file is a table of text, not a ZIP. Some systems have no type for them. */
const isCsv = ({ name, type }: File): boolean => /\.(?:csv|tsv|txt)$/i.test(name) || type === 'text/csv';

/**
 * Reads the chosen files: ZIP files of one export, or a spreadsheet, whose columns its person has to name.
 * @throws ImportRefused
 */
export async function readChosen(store: Store, chosen: readonly File[], host: string): Promise<Planned | { csv: Csv }> {
  const [first] = chosen;
  if (chosen.length > 1 && chosen.some(isCsv)) throw new ImportRefused('several');
  if (first && isCsv(first)) return { csv: await (await import('./read-csv.ts')).readCsv(first) };
  const files = await openZips(chosen);
  return { files, plan: await planImport(store, files, host) };
}

export interface AddOptions {
  signal: AbortSignal;
  tellRows: (done: number) => void;
  /** @param waits whether a full device waits for uploads to make room */
  tellFiles: (done: number, waits: boolean) => void;
  /** Filled as it goes on. */
  imported: FilesImported;
}

/** Adds what the plan names. @throws as `importRows` and `importFiles` do */
export async function addPlanned(
  store: Store,
  ports: Ports,
  { plan, files }: Planned,
  { signal, tellRows, tellFiles, imported }: AddOptions,
): Promise<void> {
  await importRows(store, ports, plan, { signal, tell: tellRows });
  if (files) await importFiles(store, ports, { files, plan }, { signal, tell: tellFiles, imported });
}
