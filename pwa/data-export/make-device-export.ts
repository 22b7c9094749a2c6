import { type ExportedFile, exportFiles, manifestText, sumsText } from '../../api/contract/export/export-files.ts';
import { fileNames } from '../../api/contract/export/file-names.ts';
import type { TextFile } from '../../api/contract/export/export-source.ts';
import { layoutZip, type ZipEntry } from '../../api/contract/export/zip-layout.ts';
import { endingOfType } from '../../sync/media/check-file.ts';
import type { DeviceFiles } from '../../sync/ports/device-files.ts';
import type { DeviceExport, FileToExport } from '../../sync/queries/device-export.ts';
import { startSums } from './start-sums.ts';

interface Entry extends ZipEntry, ExportedFile {
  content: Blob;
}

export interface MadeExport {
  zip: Blob;
  /** Films and pictures of own rows that this device does not have, or cannot read. */
  elsewhere: number;
}

/**
 * An export of what a device holds, made without a server. The ZIP refers to the films on the disk, so it takes no memory
 * for them.
 * @param more further texts
 * @param tell how many films and pictures are read, and how many there are
 */
export async function makeDeviceExport(
  { source, files: held, unsaved }: DeviceExport,
  files: DeviceFiles,
  { host, more, tell }: { host: string; more: readonly TextFile[]; tell: (done: number, total: number) => void },
): Promise<MadeExport> {
  const sums = startSums();
  const entryOf = async (name: string, content: Blob, modifiedAt: Date): Promise<Entry> => ({
    name,
    content,
    modifiedAt,
    size: content.size,
    ...(await sums.of(content)),
  });
  try {
    const names = fileNames(source, (object) => {
      const file = held.get(object);
      return file ? { isFilm: file.type.startsWith('video/'), extension: endingOf(file) } : null;
    });
    const wanted = [
      ...[...names].map(([object, name]) => ({ object, name, file: held.get(object)! })),
      ...unsaved.map((file, place) => ({ object: null, name: `media/without a session/${place + 1}.${endingOf(file)}`, file })),
    ];
    const media: Entry[] = [];
    const here = new Set<string>();
    for (const [place, { object, name, file }] of wanted.entries()) {
      tell(place, wanted.length);
      const content = await open(files, file);
      // One that the browser cannot read must not keep the others back.
      const entry = content && (await entryOf(name, content, new Date(file.storedAt)).catch(() => null));
      if (!entry) continue;
      media.push(entry);
      if (object) here.add(object);
    }
    const fileOf = (object: string | null) => (object && here.has(object) ? (names.get(object) ?? null) : null);
    const named = [
      source.profile.profileImageUrl,
      ...source.dogPictures.values(),
      ...source.sessions.map(({ videoUrl }) => videoUrl),
    ].flatMap((object) => object ?? []);
    const elsewhere = new Set(named.filter((object) => !here.has(object))).size;

    const exportedAt = new Date();
    const missing = { films: true, lost: elsewhere, damaged: [] };
    const texts: Entry[] = [];
    const add = async (name: string, pieces: AsyncIterable<string> | Iterable<string>) => {
      const parts: string[] = [];
      for await (const piece of pieces) parts.push(piece);
      texts.push(await entryOf(name, new Blob(parts), exportedAt));
    };
    const all = () => [...texts, ...media].map(({ name, size, sha256 }): ExportedFile => ({ name, size, sha256 }));
    for (const { name, pieces } of [...exportFiles(source, { fileOf, exportedAt, missing, host }), ...more]) await add(name, pieces);
    await add('longline.json', [manifestText(source, { exportedAt, missing, host }, all())]);
    await add('SHA256SUMS', [sumsText(all())]);
    return { zip: zipOf([...texts, ...media]), elsewhere };
  } finally {
    sums.end();
  }
}

const open = async (files: DeviceFiles, { fileName, type }: FileToExport): Promise<Blob | null> =>
  (await (await files.open(fileName))?.blob(type)) ?? null;

/** Without the dot, of its type: its name may be the title of its session. */
const endingOf = ({ name, type }: FileToExport): string =>
  endingOfType(type) ?? /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? 'bin';

function zipOf(entries: readonly Entry[]): Blob {
  const pieces = layoutZip(entries).pieces.map((piece) =>
    'bytes' in piece ? (piece.bytes as Uint8Array<ArrayBuffer>) : entries[piece.entry]!.content,
  );
  return new Blob(pieces, { type: 'application/zip' });
}
