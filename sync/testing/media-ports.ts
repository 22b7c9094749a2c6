import { IndexedDbFiles } from '../files/indexed-db-files.ts';
import type { StorageUse } from '../ports/device-files.ts';
import type { Ports } from '../ports/ports.ts';
import { testPorts, type TestClock } from './test-ports.ts';

let devices = 0;

/** Ports of a device that stores files in pieces in IndexedDB, which is fake-indexeddb in Node. */
export function mediaPorts({
  fetch,
  clock,
  storageUse = null,
  origin,
}: {
  fetch?: Ports['fetch'];
  clock?: TestClock;
  storageUse?: StorageUse | null;
  origin?: string;
} = {}): Ports {
  const ports = testPorts({ ...(fetch && { fetch }), ...(clock && { clock }) });
  return {
    ...ports,
    ...(origin && { origin }),
    files: new IndexedDbFiles(`files-of-device-${++devices}`, async () => storageUse),
  };
}

/** Non-repeating bytes: each position determines its value. */
export function patternedBytes(size: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(size / 4));
  for (let at = 0; at < words.length; at++) words[at] = Math.imul(at, 2_654_435_761);
  return new Uint8Array(words.buffer, 0, size);
}

/** Patterned bytes with the start of an MP4; `size` is at least 16. */
export function filmBytes(size: number): Uint8Array<ArrayBuffer> {
  const film = patternedBytes(size);
  film.set(new TextEncoder().encode('\0\0\0\x10ftypisom\0\0\0\0'));
  return film;
}
