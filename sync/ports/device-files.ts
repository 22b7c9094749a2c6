/** A file being written piece by piece, in order. */
export interface FileWriter {
  /** Resolves once the bytes are taken; the caller may then reuse their memory. */
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  /**
   * Resolves once everything written so far would survive a crash and `open` finds it. For recordings, which grow for a
   * long time.
   */
  flush(): Promise<void>;
  /**
   * Resolves when every byte is flushed. Without `flush`, `open` finds the file only after this.
   * @throws FileNotWhole
   */
  close(): Promise<void>;
  /** Stops writing and removes the file. */
  abort(): Promise<void>;
}

/** The browser stored more or fewer bytes than were written. */
export class FileNotWhole extends Error {
  constructor(given: number, stored: number) {
    super(`Of ${given} bytes the browser stored ${stored}`);
    this.name = 'FileNotWhole';
  }
}

/** A complete file. Opening it reads no bytes. */
export interface DeviceFile {
  readonly size: number;
  /** Bytes from `start` up to, but not including, `end`. */
  slice(start: number, end: number): Promise<Blob>;
  /** The whole file, for playback; backed by disk where the browser has its own file system. */
  blob(type: string): Promise<Blob>;
}

/** Bytes used and bytes allowed, as reported by the browser. */
export interface StorageUse {
  usage: number;
  quota: number;
}

/**
 * The files of one person on this device (R87). The app makes the names: letters, digits, dots and dashes.
 */
export interface DeviceFiles {
  /** @throws DOMException `QuotaExceededError` here or from the writer, when the device is full */
  create(name: string): Promise<FileWriter>;
  open(name: string): Promise<DeviceFile | null>;
  /** Does nothing if there is no such file. */
  delete(name: string): Promise<void>;
  list(): Promise<string[]>;
  /** Null if the browser does not report it. */
  estimate(): Promise<StorageUse | null>;
}
