/** Excel reads a file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

export type CsvValue = string | number | boolean | null;

/** The first line of a CSV file (RFC 4180): names of columns. */
export const csvHead = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvLine(columns);

/** A line of a CSV file. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;

/** Lines of values as a whole CSV file. */
export function csvOf<Column extends string>(columns: readonly Column[], lines: readonly Record<Column, CsvValue>[]): string {
  return csvHead(columns) + lines.map((line) => csvLine(columns.map((column) => line[column]))).join('');
}

/** Spreadsheets run a text that begins like a formula, so it gets an apostrophe (OWASP, CSV injection). Some divide at semicolons. */
function cell(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
