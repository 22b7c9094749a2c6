import type { DeviceFiles } from '../ports/device-files.ts';

/** A device's files in memory. */
export function memoryFiles(): DeviceFiles & { contents: Map<string, Uint8Array<ArrayBuffer>> } {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    contents,
    async create(name) {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      const flush = async () => void contents.set(name, new Uint8Array(await new Blob(pieces).arrayBuffer()));
      return {
        write: async (piece) => void pieces.push(piece.slice()),
        flush,
        close: flush,
        abort: async () => void contents.delete(name),
      };
    },
    async open(name) {
      const bytes = contents.get(name);
      if (!bytes) return null;
      return {
        size: bytes.length,
        slice: async (start, end) => new Blob([bytes.slice(start, end)]),
        blob: async (type) => new Blob([bytes], { type }),
      };
    },
    delete: async (name) => void contents.delete(name),
    list: async () => [...contents.keys()],
    estimate: async () => null,
  };
}
