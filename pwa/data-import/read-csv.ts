import Papa from 'papaparse';
import { ImportRefused } from '../../sync/import/exported-files.ts';
import type { Csv } from './csv-sessions.ts';

/** Of a file with sessions. A longer one is none. */
const CSV_MAX_BYTES = 50_000_000;

/** Reads a table with any delimiter. @throws ImportRefused if there is no row below its header */
export async function readCsv(file: File): Promise<Csv> {
  if (file.size > CSV_MAX_BYTES) throw new ImportRefused('no_table');
  const text = decoded(await file.arrayBuffer());
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const [header, ...rows] = data;
  if (!header || rows.length === 0) throw new ImportRefused('no_table');
  return { name: file.name, header, rows };
}

/** Spreadsheets on Windows still write their own code page. A byte order mark is dropped. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
