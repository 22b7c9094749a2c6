import type { HttpStack } from 'tus-js-client';
import { UPLOADS_AT_ONCE } from '../../api/contract/limits.ts';
import { isTimeFor } from '../http/backoff.ts';
import type { MediaError } from '../store/failure.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { isWanted, uploadsToDo } from './due-uploads.ts';
import { holdOf, isLarge, readNetworkFacts } from './large-file-policy.ts';
import type { Ports } from '../ports/ports.ts';
import { reuploadLost } from './reupload-lost.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { uploadLock, uploadOne } from './upload-one.ts';

/** Browsers open six connections to a server without HTTP/2, and syncing records needs some (R92). */
const UPLOADS_AT_ONCE_BY_HTTP1 = 3;

/** When to check again for a file that another tab was sending. */
const BUSY_ELSEWHERE_MS = 15_000;

/** How long uploads pause after the server ended the sign-in, in case nothing sets or clears the store's `pause`. */
const HELD_SIGNED_OUT_MS = 60_000;

export interface UploadOptions {
  /** tus transport; by default chosen by context. */
  httpStack?: HttpStack;
  /**
   * Whether requests share one connection to the server, as over HTTP/2 and 3; read before each file. If not, fewer run
   * at once.
   */
  sharesConnections?: () => boolean;
  /** Larger files wait. */
  maxBytes?: number;
  /** Called when the sign-in or beta access has ended. Nothing is sent while the store's `pause` is set. */
  onSignedOut?: (failure: MediaError) => void;
}

export interface UploadRunner {
  /**
   * Starts the uploads that are due, as far as slots are free.
   * @returns when to look again, in milliseconds since 1970; null when nothing waits for a time
   */
  startDue(): Promise<number | null>;
  /** Running attempts by media id; each resolves when it ends. */
  readonly running: ReadonlyMap<string, Promise<void>>;
}

/** Runs concurrent attempts: few at once across all tabs, at most one large file, one sender per file. */
export function uploadRunner(
  store: Store,
  ports: Ports,
  { httpStack, sharesConnections = () => false, maxBytes = Number.POSITIVE_INFINITY, onSignedOut }: UploadOptions,
  signal: AbortSignal,
): UploadRunner {
  const running = new Map<string, Promise<void>>();
  const notBefore = new Map<string, number>();
  const foundThere = new Set<string>();
  const atOnce = () => (sharesConnections() ? UPLOADS_AT_ONCE : UPLOADS_AT_ONCE_BY_HTTP1);
  let heldUntil = 0;

  /** Stops a single upload, when its connection becomes metered. */
  const stops = new Map<string, AbortController>();

  async function attempt(media: DeviceMedia, stop: AbortSignal): Promise<void> {
    const locks = [...(isLarge(media) ? [LARGE_LOCK] : []), uploadLock(media.id)];
    const outcome = await inFreeSlot(ports, atOnce(), () =>
      holdingAll(ports, locks, () => uploadOne(store, ports, media.id, { httpStack, signal: stop })),
    );
    if (outcome === undefined) notBefore.set(media.id, ports.now() + BUSY_ELSEWHERE_MS);
    if (typeof outcome === 'object') {
      heldUntil = ports.now() + HELD_SIGNED_OUT_MS;
      onSignedOut?.(outcome.signedOut);
    }
  }

  function start(media: DeviceMedia): void {
    const stop = new AbortController();
    // The oldest supported browsers lack AbortSignal.any.
    const stopWithAll = () => stop.abort();
    signal.addEventListener('abort', stopWithAll, { once: true });
    stops.set(media.id, stop);
    const done = attempt(media, stop.signal)
      // The store was closed or cannot be written. The file, and the part of it on the server, are unchanged.
      .catch(() => void notBefore.set(media.id, ports.now() + BUSY_ELSEWHERE_MS))
      .finally(() => {
        signal.removeEventListener('abort', stopWithAll);
        stops.delete(media.id);
        running.delete(media.id);
      });
    running.set(media.id, done);
  }

  async function startDue(): Promise<number | null> {
    if (signal.aborted || (await readSetting(store, 'pause'))) return null;
    if (!isTimeFor(heldUntil, ports.now())) return heldUntil;
    await reuploadLost(store, ports, foundThere).catch(() => {});
    let lookAgainAt: number | null = null;
    let largeRuns = false;
    const network = await readNetworkFacts(store);
    const toDo = await uploadsToDo(store);
    for (const { id } of toDo.filter((media) => holdOf(media, network))) stops.get(id)?.abort();
    for (const media of toDo) {
      const large = isLarge(media);
      if (running.has(media.id)) {
        largeRuns ||= large;
        continue;
      }
      if (holdOf(media, network)) continue;
      const from = Math.max(media.nextAttemptAt, notBefore.get(media.id) ?? 0);
      if (media.size > maxBytes || (large && largeRuns)) continue;
      if (!isTimeFor(from, ports.now())) {
        lookAgainAt = Math.min(from, lookAgainAt ?? from);
      } else if (running.size < atOnce() && (await isWanted(store, ports, media))) {
        start(media);
        largeRuns ||= large;
      }
    }
    return lookAgainAt;
  }

  return { startDue, running };
}

const LARGE_LOCK = 'upload-large';

async function inFreeSlot<T>(ports: Ports, slots: number, body: () => Promise<T>): Promise<T | undefined> {
  for (let slot = 1; slot <= slots; slot++) {
    let free = false;
    const result = await ports.lock(
      `upload-slot-${slot}`,
      () => {
        free = true;
        return body();
      },
      { ifAvailable: true },
    );
    if (free) return result;
  }
  return undefined;
}

async function holdingAll<T>(ports: Ports, names: string[], body: () => Promise<T>): Promise<T | undefined> {
  const [first, ...others] = names;
  if (first === undefined) return body();
  return ports.lock(first, () => holdingAll(ports, others, body), { ifAvailable: true });
}
