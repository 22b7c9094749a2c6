import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

/** At most four writes a second, because each one redraws cards. */
const WRITE_EVERY_MS = 250;

/** Time window for the speed. */
const SPEED_OVER_MS = 3_000;

export interface ProgressWriter {
  acknowledged(bytes: number): void;
  sent(bytes: number): void;
  /** Resolves when all pending writes are done. */
  settled(): Promise<void>;
}

/** Writes an upload's progress to its media row, while that row says `uploading`. */
export function uploadProgress(store: Store, ports: Ports, mediaId: string): ProgressWriter {
  let writing: Promise<unknown> = Promise.resolve();
  let writtenAt = -Infinity;
  let samples: { at: number; bytes: number }[] = [];

  const write = (change: { sentBytes: number; bytesPerSecond: number } | { acknowledgedBytes: number }) => {
    const fresh = 'acknowledgedBytes' in change;
    writing = writing
      .then(() =>
        store.media
          .where('id')
          .equals(mediaId)
          .modify((media) => {
            if (media.state !== 'uploading') return;
            // Bytes got through, so the next failure starts with the short delays again.
            if (fresh && change.acknowledgedBytes > media.acknowledgedBytes) media.attempts = 0;
            Object.assign(media, change);
          }),
      )
      // The store may be closing; ignore write errors. The server knows its offset.
      .catch(() => {});
  };

  const speed = (now: number, bytes: number) => {
    const first = samples[0];
    return first && now > first.at ? Math.max(0, Math.round(((bytes - first.bytes) * 1_000) / (now - first.at))) : 0;
  };

  return {
    acknowledged: (bytes) => write({ acknowledgedBytes: bytes }),
    sent: (bytes) => {
      const now = ports.now();
      samples = [...samples.filter(({ at }) => now - at < SPEED_OVER_MS), { at: now, bytes }];
      if (now - writtenAt < WRITE_EVERY_MS) return;
      writtenAt = now;
      write({ sentBytes: bytes, bytesPerSecond: speed(now, bytes) });
    },
    settled: async () => void (await writing),
  };
}
