import { BlobReader, BlobWriter, type FileEntry, TextWriter, type Writer, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { type ExportedFiles, ImportRefused } from '../../sync/import/exported-files.ts';
import { maxBytes } from '../../sync/media/check-file.ts';
import { startSums } from '../data-export/start-sums.ts';
import { storedAt } from './stored-at.ts';

interface Place {
  zip: File;
  entry: FileEntry;
}

const STORED = 0;
/** A log of decades has fewer bytes of text of one kind; a file that claims more fills the memory. */
const TEXT_MAX_BYTES = 256_000_000;
const MANIFEST = 'longline.json';

/** Opens the chosen ZIP files as one export. @throws ImportRefused if one of them is no ZIP file, or if they are two exports */
export async function openZips(zips: readonly File[]): Promise<ExportedFiles> {
  const places = new Map<string, Place>();
  // The same file twice is one.
  const chosen = new Map(zips.map((zip) => [`${zip.name} ${zip.size}`, zip]));
  for (const zip of chosen.values()) {
    for (const [name, entry] of await entriesOf(zip)) {
      if (name === MANIFEST && places.has(name)) throw new ImportRefused('two_exports');
      places.set(name, { zip, entry });
    }
  }
  // Some systems write names in another form of the same letters.
  const find = (name: string): Place | undefined => places.get(name.normalize('NFC'));
  const file = async (name: string): Promise<Blob> => {
    const { zip, entry } = find(name)!;
    // A file that someone packed again may be compressed.
    if (entry.compressionMethod !== STORED) return inflated(entry, maxBytes('videos'), new BlobWriter() as unknown as Writer<Blob>);
    const from = await storedAt((start, end) => zip.slice(start, end).arrayBuffer(), entry);
    return zip.slice(from, from + entry.compressedSize);
  };
  return {
    has: (name) => find(name) !== undefined,
    async text(name) {
      const place = find(name);
      return place ? inflated(place.entry, TEXT_MAX_BYTES, new TextWriter() as unknown as Writer<string>) : null;
    },
    file,
    async sha256(name) {
      const sums = startSums();
      try {
        return (await sums.of(await file(name))).sha256;
      } finally {
        sums.end();
      }
    },
  };
}

async function entriesOf(zip: File): Promise<[string, FileEntry][]> {
  const reader = new ZipReader(new BlobReader(zip), { useWebWorkers: false });
  const entries = await readable(reader.getEntries());
  const files = entries.filter((entry): entry is FileEntry => !entry.directory);
  const root = folderOf(files);
  return files.map((entry) => [entry.filename.slice(root.length).normalize('NFC'), entry]);
}

/** A person may have packed the folder in place of what is in it. */
function folderOf(files: readonly FileEntry[]): string {
  for (const { filename } of files) {
    const found = /^((?:[^/]+\/)?)(?:longline\.json$|media\/)/.exec(filename);
    if (found) return found[1] ?? '';
  }
  return '';
}

/** @param most bytes that it may have: a small file may claim to hold any number */
async function inflated<Content>(entry: FileEntry, most: number, writer: Writer<Content>): Promise<Content> {
  if (entry.uncompressedSize > most) throw new ImportRefused('too_large');
  return readable(entry.getData(writer, { checkSignature: true }));
}

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new ImportRefused('unreadable', { cause: error });
  }
}
