import { writeFile } from 'node:fs/promises';
import { type HdrTransfer, toneMapper } from '../../contract/tone-map.ts';

/** The HDR transfers by their names in ffmpeg. */
const TRANSFERS: Readonly<Record<string, HdrTransfer>> = { 'arib-std-b67': 'hlg', smpte2084: 'pq' };

export const hdrTransferOf = (name: string | undefined): HdrTransfer | null => TRANSFERS[name ?? ''] ?? null;

/** Values of each channel in the table; ffmpeg interpolates between them. */
const TABLE_CODES = 33;

/**
 * Writes a table for ffmpeg's filter `lut3d`, in the format .cube, where red changes fastest.
 * @returns filters that convert HDR pixels to SDR with this table
 */
export async function toneMapping(transfer: HdrTransfer, tablePath: string): Promise<string[]> {
  const sdrOf = toneMapper(transfer, TABLE_CODES);
  const lines = [`LUT_3D_SIZE ${TABLE_CODES}`];
  for (let blue = 0; blue < TABLE_CODES; blue++) {
    for (let green = 0; green < TABLE_CODES; green++) {
      for (let red = 0; red < TABLE_CODES; red++) {
        lines.push(
          sdrOf(red, green, blue)
            .map((code) => code.toFixed(5))
            .join(' '),
        );
      }
    }
  }
  await writeFile(tablePath, `${lines.join('\n')}\n`);
  return ['scale=in_color_matrix=bt2020', 'format=gbrp10le', `lut3d=file=${quoted(tablePath)}:interp=tetrahedral`];
}

/** Escapes a path twice, because ffmpeg parses the description of filters in two steps. */
const quoted = (path: string): string => path.replace(/[\\':]/g, String.raw`\$&`).replace(/[\\'[\],;]/g, String.raw`\$&`);
