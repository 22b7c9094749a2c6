import { createReadStream } from 'node:fs';
import { access, copyFile, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Configstore } from '@tus/file-store';
import { Upload } from '@tus/server';
import type { ByteSource } from './byte-source.ts';
import { refusingWhenFull } from './disk-full.ts';
import type { MediaStore, StoredFile, StoreNotes } from './media-store.ts';
import { forgetPatches, notedPatches } from './noted-patches.ts';
import { applyPatches, type Patch } from './patch.ts';
import { UploadsInFiles } from './uploads-in-files.ts';

const READ_BYTES = 262_144;
const ZEROS = Buffer.alloc(65_536);
const PIECE_BYTES = 65_536;

/** Media as files: `uploads/<id>` until finalized, then `objects/<first two letters>/<name>`. */
export async function openFilesMediaStore(folder: string, lengths: Configstore): Promise<MediaStore> {
  const uploadsFolder = join(folder, 'uploads');
  const objectsFolder = join(folder, 'objects');
  await mkdir(uploadsFolder, { recursive: true });
  await mkdir(objectsFolder, { recursive: true });

  const uploads = new UploadsInFiles(uploadsFolder, lengths);
  const uploadFile = (id: string) => join(uploadsFolder, id);
  // Thousands of files in one folder make backups and listings slow.
  const objectFile = (name: string) => join(objectsFolder, name.slice(0, 2), name);
  const notes = notesIn(join(folder, 'notes'));

  return {
    uploads,
    endUpload: (id, size) => uploads.declareUploadLength(id, size),
    async restartUpload(id, size) {
      await uploads.create(new Upload({ id, offset: 0, ...(size !== undefined && { size }) }));
    },
    openUpload: (id) => openByteSource(uploadFile(id)),
    withUploadAsFile: (id, read) => read(uploadFile(id)),

    async adoptUpload(id, name, findPatches) {
      const from = uploadFile(id);
      const to = objectFile(name);
      // Already moved: the process ended between the move and the answer.
      if (!(await exists(from)) && (await exists(to))) return;
      await refusingWhenFull(async () => {
        await overwrite(from, await notedPatches(notes, id, findPatches));
        await mkdir(dirname(to), { recursive: true });
        await rename(from, to);
        await keepFolder(dirname(to));
      });
    },

    async removeUpload(id) {
      await rm(uploadFile(id), { force: true });
      await forgetPatches(notes, id);
    },
    uploadSize: (id) => sizeOf(uploadFile(id)),
    listUploads: (after) => filesIn(uploadsFolder, after),

    writeObject: (name, bytes) => putInPlace(objectFile(name), (path) => writeFile(path, bytes)),
    writeObjectFrom: (name, from) => putInPlace(objectFile(name), (path) => copyFile(from, path)),
    withObjectAsFile: async (name, read) => ((await exists(objectFile(name))) ? read(objectFile(name)) : null),
    async readObject(name, range) {
      // Open before answering: the status must reflect a missing file.
      const file = await open(objectFile(name), 'r').catch(nullIfMissing);
      return file && createReadStream('', { fd: file, highWaterMark: READ_BYTES, ...range });
    },
    hasObject: (name) => exists(objectFile(name)),
    objectSize: (name) => sizeOf(objectFile(name)),
    removeObject: (name) => rm(objectFile(name), { force: true }),
    async *listObjects(after = '') {
      const shelves = (await readdir(objectsFolder)).toSorted();
      for (const shelf of shelves) if (shelf >= after.slice(0, 2)) yield* filesIn(join(objectsFolder, shelf), after);
    },
    notes,
  };
}

const notesIn = (folder: string): StoreNotes => ({
  read: (name) => readFile(join(folder, name), 'utf8').catch(nullIfMissing),
  async write(name, text) {
    const [draft, note] = [join(folder, 'drafts', name.replaceAll('/', '-')), join(folder, name)];
    await putInPlace(draft, (path) => writeFile(path, text));
    await mkdir(dirname(note), { recursive: true });
    await rename(draft, note);
    await keepFolder(dirname(note));
  },
  remove: (name) => rm(join(folder, name), { force: true }),
  async *list(under, after) {
    if (await exists(join(folder, under))) yield* filesIn(join(folder, under), after);
  },
});

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(nullIfMissing))?.size ?? 0;

async function openByteSource(path: string): Promise<ByteSource> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length, room) {
      const wanted = Math.min(length, Math.max(0, size - offset));
      const buffer = room ?? Buffer.allocUnsafe(wanted);
      const { bytesRead } = await file.read(buffer, 0, wanted, offset);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/**
 * Applies the patches to the file and flushes all of its bytes, so that they survive a power cut. Writes patches that are
 * close together at once: a file may have hundreds of thousands.
 */
async function overwrite(path: string, patches: readonly Patch[]): Promise<void> {
  const file = await open(path, 'r+');
  try {
    for (let first = 0; first < patches.length; ) {
      const { offset } = patches[first]!;
      const last = lastWithin(patches, first, offset + PIECE_BYTES);
      if (last === first) await overwriteRange(file, patches[first]!);
      else {
        const { buffer: piece, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, offset);
        applyPatches(piece, offset, patches, first);
        await file.write(piece, 0, bytesRead, offset);
      }
      first = last + 1;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** The last of the successive patches from `first` on that end by this offset; `first` if even that one ends later. */
function lastWithin(patches: readonly Patch[], first: number, end: number): number {
  let last = first;
  for (let index = first; index < patches.length; index++) {
    const { offset, length } = patches[index]!;
    if (offset + length > end) break;
    last = index;
  }
  return last;
}

async function overwriteRange(file: FileHandle, { offset, length, bytes }: Patch): Promise<void> {
  if (bytes) await file.write(bytes, 0, length, offset);
  else {
    for (let done = 0; done < length; done += ZEROS.length) {
      await file.write(ZEROS, 0, Math.min(ZEROS.length, length - done), offset + done);
    }
  }
}

/** Creates a file completely and durably, or not at all. */
async function putInPlace(path: string, write: (path: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await refusingWhenFull(async () => {
    await write(path);
    const file = await open(path, 'r+');
    await file.datasync().finally(() => file.close());
  }).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  await keepFolder(dirname(path));
}

/** Flushes a folder: without that, a new name in it may not survive a power cut. */
async function keepFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Sorted by name. */
async function* filesIn(folder: string, after = ''): AsyncGenerator<StoredFile> {
  for (const name of (await readdir(folder)).toSorted()) {
    const found = name > after && (await stat(join(folder, name)).catch(nullIfMissing));
    if (found && found.isFile()) yield { name, lastChangedAt: found.mtime };
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
