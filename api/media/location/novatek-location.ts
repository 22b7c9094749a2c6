import type { FoundPatches } from './found-patches.ts';
import type { Box, BoxReader } from './mp4-boxes.ts';

const HEADER = 8;
const MAGIC = 'GPS ';

/** A `free` box with a position. Dash cameras with Novatek chips write one per second. */
const isFreeGps = async (reader: BoxReader, { type, content, end }: Box): Promise<boolean> =>
  (type === 'free' || type === 'skip') &&
  end - content >= MAGIC.length &&
  (await reader.bytes(content, MAGIC.length)).toString('latin1') === MAGIC;

/**
 * Finds the position boxes that are between the frames, inside `mdat`. The `gps ` box in `moov`
 * lists them after an eight-byte header, by offset and size.
 * @throws Refusal 415 for lists longer than any camera writes
 */
export async function findListedGps(reader: BoxReader, list: Box, found: FoundPatches): Promise<void> {
  const rows = Math.floor((list.end - list.content - HEADER) / 8);
  if (rows <= 0) return;
  reader.countListed(rows);
  const table = await reader.source.read(list.content + HEADER, rows * 8);
  for (let at = 0; at + 8 <= table.length; at += 8) {
    const start = table.readUInt32BE(at);
    const end = Math.min(start + table.readUInt32BE(at + 4), reader.source.size);
    if (end - start < HEADER + MAGIC.length) continue;
    const box = { type: (await reader.bytes(start + 4, 4)).toString('latin1'), start, content: start + HEADER, end };
    if (await isFreeGps(reader, box)) found.add({ offset: box.content, length: end - box.content });
  }
}
