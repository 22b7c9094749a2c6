import * as z from 'zod/mini';

/** The smallest part of an export: smaller ones would be many files. */
export const EXPORT_PART_MIN_BYTES = 100_000_000;

export const ExportRequest = z.object({
  /** Whether films are part of it. Pictures always are. */
  films: z.boolean('Must be true or false'),
  /** The most bytes of a part; null for one file. */
  partBytes: z.nullable(
    z
      .int('Must be a whole number')
      .check(z.gte(EXPORT_PART_MIN_BYTES, `At least ${EXPORT_PART_MIN_BYTES}`), z.lte(Number.MAX_SAFE_INTEGER, 'Too large')),
  ),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

/** The export that is being made, or can be downloaded. */
export const DataExport = z.object({
  id: z.string(),
  films: z.boolean(),
  /** `failed`: the server has given up after several tries. */
  state: z.enum(['preparing', 'ready', 'failed']),
  /** Files that have been read and checked, and how many there are. */
  filesDone: z.int(),
  filesTotal: z.int(),
  /** The bytes of each part, once it is ready. */
  parts: z.array(z.int()),
  /** Files that the server has lost, and so are not part of it; and those that differ from what once arrived. */
  lost: z.int(),
  damaged: z.int(),
  /** Until when it can be downloaded; null while it is being made. */
  keptUntil: z.nullable(z.iso.datetime()),
});
export type DataExport = z.infer<typeof DataExport>;

/** What the page 'Your data' shows of exports. */
export const ExportState = z.object({
  /** Bytes of own films. */
  filmBytes: z.int(),
  export: z.nullable(DataExport),
});
export type ExportState = z.infer<typeof ExportState>;
