import * as z from 'zod/mini';
import { EXPORT_FORMAT } from '../../api/contract/export/export-files.ts';

/** The files of an export, in one ZIP file or several. */
export interface ExportedFiles {
  /** Null if there is no such file. @throws if it cannot be read */
  text(name: string): Promise<string | null>;
  has(name: string): boolean;
  /** Its bytes, without reading them. @throws if there is no such file, or it cannot be read */
  file(name: string): Promise<Blob>;
  /** Of its bytes, in hex. @throws as `file` does */
  sha256(name: string): Promise<string>;
}

/** Why nothing of the chosen files can be imported. */
export class ImportRefused extends Error {
  readonly reason:
    | 'no_export'
    | 'newer'
    | 'unreadable'
    | 'altered'
    | 'two_exports'
    | 'no_table'
    | 'several'
    | 'too_large'
    | 'not_read_yet'
    | 'failed';

  constructor(reason: ImportRefused['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ImportRefused';
    this.reason = reason;
  }
}

const Manifest = z.object({
  format: z.int(),
  from: z.object({ host: z.string(), account: z.string() }),
  /** Whether films were to be part of it. */
  films: z.boolean(),
  /** Files that the exporting server or device did not have. */
  lost: z._default(z.int(), 0),
  files: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** What `longline.json` says of an export. @throws ImportRefused */
export async function readManifest(files: ExportedFiles): Promise<Manifest> {
  const text = await files.text('longline.json');
  const said = text === null ? null : parsedJson(text);
  const format = z.safeParse(z.object({ format: z.int() }), said);
  if (format.success && format.data.format > EXPORT_FORMAT) throw new ImportRefused('newer');
  const parsed = z.safeParse(Manifest, said);
  if (!parsed.success) throw new ImportRefused('no_export');
  return parsed.data;
}

/** Undefined for a text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
