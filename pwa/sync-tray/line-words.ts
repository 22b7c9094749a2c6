import type { QueueEntry } from '../../sync/status/read-queue.ts';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { syncWords } from '../components/sync-words.ts';
import { formatBytes, formatMoment } from '../dates/format-date.ts';
import { momentWords } from '../dates/moment-words.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { failureWords } from './failure-words.ts';
import { TEXTS } from './texts.ts';
import { paceWords } from './time-left.ts';

/**
 * Where an entry of the queue is, with its size and, while it uploads, its pace.
 * @param file the file, if the entry is one
 * @param now in milliseconds since 1970
 */
export function lineWords(
  { sync, createdAt }: QueueEntry,
  { file, device, now }: { file: DeviceMedia | null; device: string; now: number },
): string {
  const size = file && formatBytes(file.size);
  const sent = (bytes: number) => TEXTS.amount(formatBytes(bytes), size ?? '');
  if (sync.state === 'uploading' && file) return joined(sent(Math.min(file.sentBytes, file.size)), paceWords(sync));
  const { line } = syncWords(sync, { device, moment: formatMoment(new Date(createdAt).toISOString(), deviceZone()) });
  if (sync.state === 'paused') return joined(file && file.acknowledgedBytes > 0 ? sent(file.acknowledgedBytes) : size, line);
  // For a file that waits, the server's own reason.
  const reason = file?.lastError && file.lastError.status !== 0 ? file.lastError : null;
  if (sync.state !== 'waiting') return joined(size, line);
  if (sync.for === 'server' && sync.nextTryAt > now) return joined(size, TEXTS.nextTry(line ?? '', momentWords(sync.nextTryAt, now)));
  return joined(size, reason ? failureWords(reason) : line);
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
