import { BlobReader, BlobWriter, type FileEntry, TextWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { type ExportedFiles, ImportRefused } from '../../sync/import/exported-files.ts';

interface Place {
  zip: File;
  entry: FileEntry;
}

/** Of a local file header, before its name (APPNOTE 4.3.7). */
const HEADER_BYTES = 30;
const STORED = 0;

/** Opens the chosen ZIP files as one export. @throws ImportRefused if one of them is no ZIP file */
export async function openZips(zips: readonly File[]): Promise<ExportedFiles> {
  const places = new Map<string, Place>();
  for (const zip of zips) for (const [name, entry] of await entriesOf(zip)) places.set(name, { zip, entry });
  return {
    has: (name) => places.has(name),
    async text(name) {
      const place = places.get(name);
      return place ? readable(place.entry.getData(new TextWriter(), { checkSignature: true })) : null;
    },
    async file(name) {
      const { zip, entry } = places.get(name)!;
      // A file that someone packed again may be compressed.
      if (entry.compressionMethod !== STORED) return readable(entry.getData(new BlobWriter()));
      const header = new DataView(await zip.slice(entry.offset, entry.offset + HEADER_BYTES).arrayBuffer());
      const from = entry.offset + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
      return zip.slice(from, from + entry.compressedSize);
    },
  };
}

async function entriesOf(zip: File): Promise<[string, FileEntry][]> {
  const reader = new ZipReader(new BlobReader(zip), { useWebWorkers: false });
  const entries = await readable(reader.getEntries());
  const files = entries.filter((entry): entry is FileEntry => !entry.directory);
  const root = folderOf(files);
  return files.map((entry) => [entry.filename.slice(root.length), entry]);
}

/** A person may have packed the folder in place of what is in it. */
function folderOf(files: readonly FileEntry[]): string {
  const manifest = files.find(({ filename }) => /^(?:[^/]+\/)?longline\.json$/.test(filename));
  return manifest ? manifest.filename.slice(0, -'longline.json'.length) : '';
}

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new ImportRefused('unreadable', { cause: error });
  }
}
