import { checkFile, FileRefused } from './check-file.ts';
import type { MediaEntity } from './device-media.ts';
import { HEAD_BYTES, sniffKind } from './sniff-kind.ts';

export interface FileToLookAt {
  file: Blob;
  name: string;
  entity: MediaEntity;
}

/**
 * The rules of `checkFile`, and a look into the file: a browser tells the type from the name alone, and what the server
 * refuses hours later is of no use to anyone on the field.
 * @returns the file's type
 * @throws FileRefused
 */
export async function lookAtFile({ file, name, entity }: FileToLookAt): Promise<string> {
  const type = checkFile({ name, type: file.type, size: file.size }, entity);
  const head = await readHead(file);
  // The declared type is left out: it is what the file is not.
  if (!sniffKind(head)) throw new FileRefused({ code: 'wrong_type', type: '' });
  return type;
}

async function readHead(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch {
    // Moved, changed, or its card taken out since it was picked.
    throw new FileRefused({ code: 'unreadable' });
  }
}
