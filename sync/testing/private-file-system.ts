/** How a browser's private file system deviates from the specification. */
export interface Quirks {
  /** Writes in place, as in a dedicated worker; otherwise through a stream. */
  inPlace?: boolean;
  /** Throws on writing in place, as Debian's WebKit does. */
  refusesInPlace?: boolean;
  /** Supports neither way of writing, as in pages of older Safari. */
  cannotWrite?: boolean;
  /** Writes a view's whole buffer, as WebKit does. */
  writesWholeBuffers?: boolean;
  /** Loses this many bytes at the end of each file. */
  losesBytes?: number;
}

/** Replaces `navigator.storage`: one in-memory folder of the origin private file system. */
export function privateFileSystem(quirks: Quirks = {}) {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const taken = (piece: Uint8Array<ArrayBuffer>) => (quirks.writesWholeBuffers ? new Uint8Array(piece.buffer.slice()) : piece.slice());
  const put = (name: string, bytes: Uint8Array<ArrayBuffer>) => files.set(name, bytes.slice(0, bytes.length - (quirks.losesBytes ?? 0)));

  const inPlace = (name: string) => ({
    createSyncAccessHandle: async () => {
      if (quirks.refusesInPlace) throw new DOMException('Backend does not support this operation', 'NotSupportedError');
      let bytes = files.get(name) ?? new Uint8Array();
      return {
        truncate: (size: number) => (bytes = bytes.slice(0, size)),
        write: (piece: Uint8Array<ArrayBuffer>, { at }: { at: number }) => {
          const part = taken(piece);
          const grown = new Uint8Array(Math.max(bytes.length, at + part.length));
          grown.set(bytes);
          grown.set(part, at);
          bytes = grown;
          return part.length;
        },
        flush: () => void put(name, bytes),
        getSize: () => files.get(name)?.length ?? 0,
        close: () => {},
      };
    },
  });
  const stream = (name: string) => ({
    createWritable: async () => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let closed = false;
      return {
        write: async (piece: Uint8Array<ArrayBuffer>) => void parts.push(taken(piece)),
        close: async () => {
          closed = true;
          put(name, new Uint8Array(await new Blob(parts).arrayBuffer()));
        },
        abort: async () => {
          if (closed) throw new TypeError('The stream is closed');
        },
      };
    },
  });
  const folder = {
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!files.has(name)) {
        if (!create) throw new DOMException('No such file', 'NotFoundError');
        files.set(name, new Uint8Array());
      }
      const canWrite = quirks.inPlace || quirks.refusesInPlace ? inPlace(name) : stream(name);
      return { getFile: async () => new Blob([files.get(name) ?? '']), ...(!quirks.cannotWrite && canWrite) };
    },
    removeEntry: async (name: string) => void files.delete(name),
    keys: async function* () {
      yield* files.keys();
    },
  };
  return { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) };
}
