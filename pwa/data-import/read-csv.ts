import Papa from 'papaparse';
import { ImportRefused } from '../../sync/import/exported-files.ts';
import type { Csv } from './csv-sessions.ts';

/** Of a file with sessions. A page reads it whole. */
const CSV_MAX_BYTES = 50_000_000;

/** Reads a table with any delimiter. @throws ImportRefused if there is no row below its header */
export async function readCsv(file: File): Promise<Csv> {
  if (file.size > CSV_MAX_BYTES) throw new ImportRefused('too_large');
  // Excel may name the delimiter in a line of its own.
  const text = decoded(new Uint8Array(await file.arrayBuffer())).replace(/^sep=.\r?\n/, '');
  const { data, errors } = Papa.parse<string[]>(text);
  const [header, ...rows] = data;
  if (!header || !rows.some((row) => row.some((cell) => cell.trim() !== ''))) throw new ImportRefused('no_table');
  const columns = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const broken = errors.flatMap(({ type, row }) => (type === 'Quotes' && row !== undefined ? [row - 1] : []));
  return { name: file.name, header: Array.from({ length: columns }, (_, at) => header[at] ?? ''), rows, broken: new Set(broken) };
}

/** Spreadsheets on Windows still write their own code page, or UTF-16. A byte order mark is dropped. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
