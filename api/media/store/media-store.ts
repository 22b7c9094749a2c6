import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { ByteSource } from './byte-source.ts';
import type { Patch } from './patch.ts';

export interface StoredFile {
  name: string;
  lastChangedAt: Date;
}

/** Texts that the server stores beside the media. Listings of media leave them out. */
export interface StoreNotes {
  /** Null when there is none. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  /** Does nothing if it is missing. */
  remove(name: string): Promise<void>;
  /** The notes in a folder, sorted by name; the names leave out the folder. @param after only names after this one */
  list(folder: string, after?: string): AsyncIterable<StoredFile>;
}

/** Storage of media: files in DATA_DIR, or an S3 bucket. Names are unguessable and checked by the callers. */
export interface MediaStore {
  /** Unfinished uploads, as tus writes them. */
  readonly uploads: DataStore;
  /** Sets the final length of an upload of deferred length, after its last byte. */
  endUpload(id: string, size: number): Promise<void>;
  /** Discards the bytes of an upload and starts it over. */
  restartUpload(id: string, size: number | undefined): Promise<void>;
  /** A finished upload, for reading. */
  openUpload(id: string): Promise<ByteSource>;
  /** Provides a finished upload as a local file while `read` runs. */
  withUploadAsFile<T>(id: string, read: (file: string) => Promise<T>): Promise<T>;
  /**
   * Turns a finished upload into the object `name`, with the patches applied. Durable when it resolves.
   * After a crash it may be called again with the same arguments.
   * @param findPatches reads the upload as it was received (docs/decisions/0130)
   */
  adoptUpload(id: string, name: string, findPatches: () => Promise<readonly Patch[]>): Promise<void>;
  /** Deletes an upload; does nothing if it is missing. */
  removeUpload(id: string): Promise<void>;
  /** Bytes of an upload that have arrived; 0 if it is missing. */
  uploadSize(id: string): Promise<number>;
  /** Uploads that have bytes here, with or without a row, by name. @param after only names after this one */
  listUploads(after?: string): AsyncIterable<StoredFile>;

  writeObject(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes an object from a local file, which stays. */
  writeObjectFrom(name: string, file: string): Promise<void>;
  /** Provides an object as a local file while `read` runs; null if there is no such object. */
  withObjectAsFile<T>(name: string, read: (file: string) => Promise<T>): Promise<T | null>;
  /** Bytes `start` to `end`, both inclusive; null if there is no such object. */
  readObject(name: string, range?: { start: number; end: number }): Promise<Readable | null>;
  hasObject(name: string): Promise<boolean>;
  /** 0 if it is missing. */
  objectSize(name: string): Promise<number>;
  /** Does nothing if it is missing. */
  removeObject(name: string): Promise<void>;
  /** Objects by name, then unfinished writes. @param after only names after this one, and all unfinished writes */
  listObjects(after?: string): AsyncIterable<StoredFile>;

  readonly notes: StoreNotes;
}
