import type { ByteSource } from '../store/byte-source.ts';
import { findAviLocation } from './avi-location.ts';
import { findHeicMetadata } from './heic-metadata.ts';
import { findMatroskaLocation } from './matroska-location.ts';
import { isIsoVideo, isMatroska, mediaTypeOf } from '../store/media-types.ts';
import { findMp4Location } from './mp4-location.ts';
import { inFileOrder, type Patch } from '../store/patch.ts';

/**
 * Finds what to overwrite in a file that is kept as uploaded, so that it does not reveal where and with which camera it was
 * filmed. Nothing moves, so every offset in the file stays valid.
 * @returns empty for a file without such data, which is then served byte for byte
 * @throws Refusal 415 for a file that cannot be parsed reliably
 */
export async function findLocation(source: ByteSource, mediaType: string): Promise<Patch[]> {
  return inFileOrder(await findInFormat(source, mediaType));
}

async function findInFormat(source: ByteSource, mediaType: string): Promise<readonly Patch[]> {
  if (isIsoVideo(mediaType)) return findMp4Location(source);
  if (isMatroska(mediaType)) return findMatroskaLocation(source);
  if (mediaTypeOf(mediaType)?.kind === 'picture') return findHeicMetadata(source);
  return findAviLocation(source);
}
