import type { MadeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Such as `30 MB`, in steps of a thousand. */
export function sizeInWords(bytes: number): string {
  const unit = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1_000 ** unit;
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

const filesInWords = (files: number, bytes: number) => `${files} files (${sizeInWords(bytes)})`;

/** One line for the terminal. */
export function madeInWords({ folder, rows, media }: MadeBackup): string {
  const lost = media.lost > 0 ? ` ${media.lost} files were missing or altered in the media store: run npm run check-media.` : '';
  return `Backed up ${rows} rows and ${filesInWords(media.files, media.fileBytes)}, ${filesInWords(media.newFiles, media.newBytes)} of them new, into ${folder}.${lost}`;
}

export const rowsIn = ({ tables }: Pick<Manifest, 'tables'>): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** What a backup holds, and how many files it lacks. */
export function heldInWords(manifest: Manifest): string {
  const { files, fileBytes, lost } = manifest.media;
  const without = lost > 0 ? `, without ${lost} that were missing or altered in the media store when it was made` : '';
  return `${rowsIn(manifest)} rows and ${filesInWords(files, fileBytes)}${without}`;
}

/** What follows the line about a restore. */
export function erasedInWords(accounts: number): string {
  if (accounts === 0) return '';
  return accounts === 1
    ? ' It held one account that was erased later, which was erased again.'
    : ` It held ${accounts} accounts that were erased later, which were erased again.`;
}
