/** A file being written, piece after piece, in order. */
export interface FileWriter {
  /** Has taken the bytes when it resolves: their memory may be used again. */
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  /** All that was written so far outlives a crash, and `open` finds it, when this resolves: for files that grow for long. */
  flush(): Promise<void>;
  /**
   * Resolves when every byte is flushed; without `flush` only then does `open` find the file.
   * @throws FileNotWhole
   */
  close(): Promise<void>;
  /** Gives the file up and removes what was written. */
  abort(): Promise<void>;
}

/** The browser stored more or fewer bytes than it was given. */
export class FileNotWhole extends Error {
  constructor(given: number, stored: number) {
    super(`Of ${given} bytes the browser stored ${stored}`);
    this.name = 'FileNotWhole';
  }
}

/** A written file. Nothing is read before it is asked for. */
export interface DeviceFile {
  readonly size: number;
  /** Bytes from `start` up to, not including, `end`. */
  slice(start: number, end: number): Promise<Blob>;
  /** The whole, for playing; on disk where the browser has a file system of its own. */
  blob(type: string): Promise<Blob>;
}

export interface Room {
  /** Bytes used and bytes allowed, as far as the browser tells. */
  usage: number;
  quota: number;
}

/** The files of one user on this device (design section 5). Names are made by the app: letters, digits, dots and dashes. */
export interface DeviceFiles {
  /** @throws DOMException `QuotaExceededError` here or from the writer, when the device is full */
  create(name: string): Promise<FileWriter>;
  open(name: string): Promise<DeviceFile | null>;
  /** Does nothing when there is no such file. */
  delete(name: string): Promise<void>;
  list(): Promise<string[]>;
  /** Null where the browser does not tell. */
  estimate(): Promise<Room | null>;
}
