import type { Queue, QueueEntry } from '../../sync/status/read-queue.ts';
import type { RowSync } from '../../sync/status/row-sync.ts';
import { TEXTS } from './texts.ts';

/** Whether the file of an entry is not on this device any more, or never was. */
export const isLostEntry = ({ sync }: Pick<QueueEntry, 'sync'>): boolean => sync.state === 'failed' && sync.retry === 'lost';

/** What the queue holds in all, listed or not. Only entries complete on this device count as safe. Empty for an empty queue. */
export function summaryWords({ entries, left }: Queue, device: string): string {
  const lost = entries.filter(isLostEntry).length;
  const saving = entries.filter(({ sync }) => sync.state === 'saving').length;
  const safe = entries.length + left.failed + left.waiting - lost - saving;
  const said = TEXTS.summary;
  return [
    safe > 0 && said.here(safe, device),
    safe > 0 && (entries.every(({ sync }) => isAutomatic(sync)) ? said.automatic : said.safe)(safe),
    saving > 0 && said.saving(saving),
    lost > 0 && said.lost(lost, device),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether it syncs without any action of its person. */
const isAutomatic = (sync: RowSync) =>
  sync.state !== 'refused' && sync.state !== 'failed' && sync.state !== 'paused' && !(sync.state === 'held' && sync.hold === 'ask');
