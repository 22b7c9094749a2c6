import { fileTypeFromBuffer } from 'file-type';
import { Refusal } from '../../errors.ts';
import type { ByteSource } from '../store/byte-source.ts';
import { mediaTypeOf } from '../store/media-types.ts';

const HEAD_BYTES = 65_536;
/** How far readers of other formats, browsers included, look for their signature. */
const DISGUISE_BYTES = 1_445;
const DISGUISE = /%PDF-|<(?:!doctype|html|head|body|script|svg|iframe|\?php)[\s>/]/i;

export const notMedia = () => new Refusal('unsupported_type', 'Only videos and pictures can be added, and this file is neither.');

/**
 * Detects a file's type from its bytes, ignoring its name and declared type.
 * @throws Refusal 415 for anything but a video or picture of a type that is served, and for a file that is also a page
 *   or document
 */
export async function sniffMedia(source: ByteSource): Promise<{ mediaType: string; kind: 'video' | 'picture' }> {
  const head = await source.read(0, HEAD_BYTES);
  const found = await fileTypeFromBuffer(head);
  const known = found && mediaTypeOf(found.mime);
  if (!known) throw notMedia();
  if (known.kind === 'video' && DISGUISE.test(head.subarray(0, DISGUISE_BYTES).toString('latin1'))) throw notMedia();
  return { mediaType: found.mime, kind: known.kind };
}
