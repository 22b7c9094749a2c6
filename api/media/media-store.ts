import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { ByteSource } from './byte-source.ts';
import type { Patch } from './patch.ts';

export interface StoredFile {
  name: string;
  lastChangedAt: Date;
}

/** Small texts that the server keeps beside the media; no listing of media shows them. */
export interface StoreNotes {
  /** Null when there is none. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  /** One that is not there is no error. */
  remove(name: string): Promise<void>;
  /** The notes whose names start with `folder/`, without it. */
  list(folder: string): AsyncIterable<StoredFile>;
}

/** Where the bytes of media lie: files in DATA_DIR, or an S3 bucket. Names are unguessable and checked by the callers. */
export interface MediaStore {
  /** Uploads under way, as tus writes them. */
  readonly uploads: DataStore;
  /** Says how long an upload of deferred length has turned out to be, after its last byte. */
  endUpload(id: string, size: number): Promise<void>;
  /** Throws away what there is of an upload and begins it again from nothing. */
  restartUpload(id: string, size: number | undefined): Promise<void>;
  /** A finished upload, to be read. */
  openUpload(id: string): Promise<ByteSource>;
  /** A finished upload as a file on this machine for as long as `read` runs. */
  withUploadAsFile<T>(id: string, read: (file: string) => Promise<T>): Promise<T>;
  /**
   * Makes a finished upload the object `name`, with the patches laid over it, and lasting on disk when it resolves.
   * After a crash in its middle it may be called again with the same arguments.
   */
  adoptUpload(id: string, name: string, patches: readonly Patch[]): Promise<void>;
  /** Forgets an upload; one that is not there is no error. */
  removeUpload(id: string): Promise<void>;
  /** Uploads that have bytes here, whether or not a row knows of them, by name. @param after only names after this one */
  listUploads(after?: string): AsyncIterable<StoredFile>;

  writeObject(name: string, bytes: Uint8Array): Promise<void>;
  /** The same with what is in a file of this machine, which stays. */
  writeObjectFrom(name: string, file: string): Promise<void>;
  /** An object as a file on this machine for as long as `read` runs; null when there is no such object. */
  withObjectAsFile<T>(name: string, read: (file: string) => Promise<T>): Promise<T | null>;
  /** Bytes `start` to `end`, both included; null when there is no such object. */
  readObject(name: string, range?: { start: number; end: number }): Promise<Readable | null>;
  hasObject(name: string): Promise<boolean>;
  /** One that is not there is no error. */
  removeObject(name: string): Promise<void>;
  /** By name, and then what is not an object yet. @param after only names after this one, and what is not an object yet */
  listObjects(after?: string): AsyncIterable<StoredFile>;

  readonly notes: StoreNotes;
}
