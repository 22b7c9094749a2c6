import { useState } from 'react';
import { readSettings } from '../../sync/store/settings.ts';
import { listLooseTaps } from '../../sync/status/loose-taps.ts';
import { readQueue } from '../../sync/status/read-queue.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { formatMoment } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { useStore, useTryNow } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useSyncTotal } from '../sync/use-sync-total.ts';
import { Conflicts } from './conflicts.tsx';
import { ExportButton } from './export-button.tsx';
import { KeyReplacedNotice, LockedBundles } from './locked-work.tsx';
import { groupOf, QUEUE_GROUPS } from './group-queue.ts';
import { LooseTapsSection } from './loose-taps-section.tsx';
import { PauseNotice } from './pause-notice.tsx';
import { QueueSection } from './queue-section.tsx';
import { isLostEntry, summaryWords } from './summary-words.ts';
import { TEXTS } from './texts.ts';

/** How many changes of a group are listed at first, and how many each 'Show more' adds (R294). */
const LISTED = 100;

/** Everything that is only on this device: waiting, uploading or refused, each with its actions. */
export function QueueDialog({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const device = useDeviceWord();
  const tryNow = useTryNow();
  const total = useSyncTotal();
  const [listed, setListed] = useState(LISTED);
  const queue = useLive(async () => {
    const [{ entries, left }, loose, files, { lockedWork = [], keepKeyReplacedAt = null }] = await Promise.all([
      readQueue(store, listed),
      listLooseTaps(store),
      store.media.where('state').notEqual('uploaded').toArray(),
      readSettings(store, ['lockedWork', 'keepKeyReplacedAt']),
    ]);
    return { entries, left, loose, files: new Map(files.map((file) => [file.id, file])), lockedWork, keepKeyReplacedAt };
  }, [store, listed]);
  if (!queue || !total) return null;
  const { entries, left, loose, files, lockedWork, keepKeyReplacedAt } = queue;
  const nothingHere = entries.length === 0;
  const nothingElse = lockedWork.length === 0 && loose.length === 0;
  const nothingToSay = nothingHere && nothingElse && total.pending === 0 && total.conflicts === 0 && keepKeyReplacedAt === null;
  const onlyLost = !nothingHere && nothingElse && entries.every(isLostEntry);
  const onlyConflicts = nothingHere && nothingElse && total.conflicts > 0;
  const title = onlyConflicts ? TEXTS.titleSettle : (onlyLost ? TEXTS.titleLost : TEXTS.title)(device);

  return (
    <Dialog
      open
      size="broad"
      onClose={onClose}
      title={title}
      foot={
        !nothingHere && (
          <>
            <ExportButton />
            <Button onClick={tryNow}>{TEXTS.tryNow}</Button>
          </>
        )
      }
    >
      {total.pause && <PauseNotice pause={total.pause} />}
      {keepKeyReplacedAt !== null && <KeyReplacedNotice />}
      {nothingToSay &&
        (total.firstReading === 'done' ? <EmptyState {...TEXTS.allSynced} icon="check" /> : <EmptyState {...TEXTS.nothingOnlyHere} />)}
      {!nothingHere && <p className="text-ink-2">{summaryWords(queue, device)}</p>}
      {QUEUE_GROUPS.map((group) => (
        <QueueSection
          key={group}
          group={group}
          entries={entries.filter((entry) => groupOf(entry) === group)}
          left={group === 'failed' || group === 'waiting' ? left[group] : 0}
          onShowMore={() => setListed(listed + LISTED)}
          files={files}
        />
      ))}
      <LooseTapsSection loose={loose} />
      <LockedBundles locked={lockedWork} />
      <Conflicts />
      {total.lastSyncedAt !== null && (
        <p className="mt-8 text-13 text-ink-3">
          {TEXTS.lastSynced(formatMoment(new Date(total.lastSyncedAt).toISOString(), deviceZone()))}
        </p>
      )}
    </Dialog>
  );
}
