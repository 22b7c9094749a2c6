import * as z from 'zod/mini';
import { exportName } from '../../api/contract/export/exported-rows.ts';
import type { ExportedEntity } from '../../api/contract/row-policies.ts';
import { EXPORTED_SCHEMAS } from '../../api/contract/export/exported-schemas.ts';
import { type ExportedFiles, ImportRefused, parsedJson, type Manifest } from './exported-files.ts';

/** A row in an export. */
export type Line<E extends ExportedEntity> = z.infer<(typeof EXPORTED_SCHEMAS)[E]> & { id: string };

/** A line that cannot be imported, and why. */
export interface Fault {
  file: string;
  /** From 1; null if only its session is missing. */
  line: number | null;
  message: string;
}

export interface ReadLines<E extends ExportedEntity> {
  lines: Line<E>[];
  faults: Fault[];
}

/**
 * The lines of one kind of row that the contract accepts, each id once, and what is wrong with the others.
 * @throws ImportRefused if the file is not the one that was exported
 */
export async function readLines<E extends ExportedEntity>(files: ExportedFiles, manifest: Manifest, entity: E): Promise<ReadLines<E>> {
  const file = `data/${exportName(entity)}.jsonl`;
  const listed = manifest.files.find(({ name }) => name === file);
  if (listed && (!files.has(file) || (await files.sha256(file)) !== listed.sha256)) throw new ImportRefused('altered');
  const byId = new Map<string, Line<E>>();
  const faults: Fault[] = [];
  const text = (await files.text(file)) ?? '';
  for (const [place, each] of text.split('\n').entries()) {
    if (each.trim() === '') continue;
    const read = readLine(entity, each);
    if (typeof read === 'string') faults.push({ file, line: place + 1, message: read });
    else if (!byId.has(read.id)) byId.set(read.id, read);
  }
  return { lines: [...byId.values()], faults };
}

/** The row, or what is wrong with it. */
function readLine<E extends ExportedEntity>(entity: E, text: string): Line<E> | string {
  const parsed = z.safeParse(EXPORTED_SCHEMAS[entity] as z.ZodMiniType, parsedJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.');
    return [field, issue?.message].filter(Boolean).join(': ');
  }
  const row = parsed.data as Partial<Line<E>>;
  // There is one profile, without an id. A row without one would be new each time.
  if (entity === 'profile') return { ...row, id: 'profile' } as Line<E>;
  return row.id === undefined ? 'id: Must be a UUID' : (row as Line<E>);
}
