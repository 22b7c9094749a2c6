import { checkFile, FileRefused } from './check-file.ts';
import type { MediaEntity } from '../store/media-row.ts';
import { HEAD_BYTES, sniffKind } from './sniff-kind.ts';

export interface FileToInspect {
  file: Blob;
  name: string;
  entity: MediaEntity;
}

/**
 * Applies the rules of `checkFile` and inspects the content: browsers derive the type from the name alone, and a
 * refusal by the server hours later would come too late.
 * @returns the file's type
 * @throws FileRefused
 */
export async function inspectFile({ file, name, entity }: FileToInspect): Promise<string> {
  const type = checkFile({ name, type: file.type, size: file.size }, entity);
  const head = await readHead(file);
  // Leave out the declared type: the content does not match it.
  if (!sniffKind(head)) throw new FileRefused({ code: 'wrong_type', type: '' });
  return type;
}

async function readHead(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch {
    // The file was moved or changed, or its card was removed, since it was picked.
    throw new FileRefused({ code: 'unreadable' });
  }
}
