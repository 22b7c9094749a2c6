import type { Ports } from '../ports/ports.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { isOurs, type UploadFailure } from './upload-failure.ts';

const MB = 1_048_576;

/** The smallest body limit that proxies have by default (R250). */
const SMALLEST_PART_BYTES = MB;

/** The remembered limit doubles with each week that passes: a proxy may be gone, or have another limit by now. */
const DOUBLES_AFTER_MS = 7 * 86_400_000;

/** The next smaller power of two, in MB; null below the smallest part. */
export function halvedPart(bytes: number): number | null {
  const halved = MB * 2 ** (Math.ceil(Math.log2(bytes / MB)) - 1);
  return halved < SMALLEST_PART_BYTES ? null : halved;
}

/** Maximum bytes per part that this device has learnt for its server; Infinity if it knows of no limit. */
export async function readPartLimit(store: Store, ports: Ports): Promise<number> {
  const learnt = await readSetting(store, 'partLimit');
  if (!learnt) return Number.POSITIVE_INFINITY;
  return learnt.bytes * 2 ** Math.max(0, Math.floor((ports.now() - learnt.at) / DOUBLES_AFTER_MS));
}

/**
 * Halves the part limit after a failure that may come from a proxy's limit (docs/decisions/0115): at once after a 413 that
 * the API did not send; after any other failure in a part, only if no byte has got through since the previous failure.
 * @returns whether the upload may continue at once
 */
export async function learnPartLimit(store: Store, ports: Ports, mediaId: string, { failure, partBytes }: UploadFailure): Promise<boolean> {
  if (partBytes === null || isOurs(failure)) return false;
  const halved = halvedPart(partBytes);
  if (halved === null) return false;
  return store.transaction('rw', store.media, store.settings, async () => {
    const isRefused = failure.status === 413;
    const failedBefore = ((await store.media.get(mediaId))?.attempts ?? 0) > 0;
    if (!isRefused && !failedBefore) return false;
    // Another upload may have learnt a smaller limit meanwhile.
    const bytes = Math.min(halved, await readPartLimit(store, ports));
    await writeSetting(store, 'partLimit', { bytes, at: ports.now() });
    return isRefused;
  });
}
