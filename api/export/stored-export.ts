import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { TextFile } from '../contract/export/export-source.ts';
import { readZip } from '../contract/export/read-zip.ts';
import { layoutZip, type ZipEntry, type ZipLayout } from '../contract/export/zip-layout.ts';
import type { MediaStore, StoreNotes } from '../media/store/media-store.ts';

/** A file of an export: a text, which is several notes of the store, or an object. */
export interface StoredEntry extends Omit<ZipEntry, 'modifiedAt'> {
  sha256: string;
  /** An ISO moment. */
  modifiedAt: string;
  text?: {
    /** Of the text among those of its export. */
    number: number;
    /** The bytes of each of its notes. */
    notes: readonly number[];
  };
  /** Name of the object. */
  object?: string;
}

export interface OpenPart {
  layout: ZipLayout;
  /** Bytes of the ZIP file, both ends inclusive. */
  read(range: { start: number; end: number }): AsyncGenerator<Uint8Array>;
}

export const EXPORT_NOTES = 'exports';
/** A note is held in memory, and sent in one request to an object store. */
const NOTE_CHARS = 512 * 1_024;

const noteOf = (buildId: string, name: string) => `${EXPORT_NOTES}/${buildId}.${name}`;
const indexOf = (part: number) => `part-${part}`;

/** The attempt that wrote a note. @param name without the folder */
export const buildOfNote = (name: string): string => name.slice(0, name.indexOf('.'));

/** Stores a text of an export. Between two pieces other requests get their turn (R161). @param number of this text, from 0 */
export async function storeText(
  notes: StoreNotes,
  buildId: string,
  { name, pieces }: TextFile,
  { number, at }: { number: number; at: Date },
): Promise<StoredEntry> {
  const hash = createHash('sha256');
  const sizes: number[] = [];
  let [sum, waiting] = [0, ''];
  const write = async () => {
    const bytes = Buffer.from(waiting);
    hash.update(bytes);
    sum = crc32(bytes, sum);
    await notes.write(noteOf(buildId, `${number}-${sizes.length}`), waiting);
    sizes.push(bytes.length);
    waiting = '';
  };
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length >= NOTE_CHARS) await write();
    await nextTurn();
  }
  if (waiting !== '') await write();
  const size = sizes.reduce((all, each) => all + each, 0);
  return { name, size, crc32: sum, sha256: hash.digest('hex'), modifiedAt: at.toISOString(), text: { number, notes: sizes } };
}

/** Stores which files are in which part. */
export async function storeParts(notes: StoreNotes, buildId: string, parts: readonly (readonly StoredEntry[])[]): Promise<void> {
  for (const [place, entries] of parts.entries()) await notes.write(noteOf(buildId, indexOf(place + 1)), JSON.stringify(entries));
}

/** A part for reading; null if there is none. @param number from 1 */
export async function openPart(store: MediaStore, buildId: string, number: number): Promise<OpenPart | null> {
  const index = await store.notes.read(noteOf(buildId, indexOf(number)));
  if (index === null) return null;
  const entries = JSON.parse(index) as StoredEntry[];
  const layout = layoutZip(entries.map(asZip));
  return { layout, read: (range) => readZip(layout, (place, within) => readEntry(store, buildId, entries[place]!, within), range) };
}

export const asZip = ({ name, size, crc32: sum, modifiedAt }: StoredEntry): ZipEntry => ({
  name,
  size,
  crc32: sum,
  modifiedAt: new Date(modifiedAt),
});

async function* readEntry(
  { notes, readObject }: Pick<MediaStore, 'notes' | 'readObject'>,
  buildId: string,
  { name, text, object }: StoredEntry,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  if (!text) {
    const file = await readObject(object!, { start, end });
    if (!file) throw new Error(`The store has lost ${name}`);
    yield* file as AsyncIterable<Uint8Array>;
    return;
  }
  let at = 0;
  for (const [place, size] of text.notes.entries()) {
    const [from, to] = [Math.max(0, start - at), Math.min(size, end + 1 - at)];
    at += size;
    if (to <= from) continue;
    const note = await notes.read(noteOf(buildId, `${text.number}-${place}`));
    if (note === null) throw new Error(`The store has lost ${name}`);
    yield Buffer.from(note).subarray(from, to);
  }
}

/** Removes the texts of an export; its films stay, as they are those of the log. */
export async function removeBuild(notes: StoreNotes, buildId: string): Promise<void> {
  const names: string[] = [];
  for await (const { name } of notes.list(EXPORT_NOTES, `${buildId}.`)) {
    if (buildOfNote(name) !== buildId) break;
    names.push(name);
  }
  for (const name of names) await notes.remove(`${EXPORT_NOTES}/${name}`);
}
