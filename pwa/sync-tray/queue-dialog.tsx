import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { readSettings } from '../../sync/store/settings.ts';
import { listQueue, type QueueEntry } from '../../sync/status/list-queue.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-shapes.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { formatMoment } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { useStore, useTryNow } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useSyncTotal } from '../sync/use-sync-total.ts';
import { Conflicts } from './conflicts.tsx';
import { ExportButton } from './export-button.tsx';
import { KeyReplacedNotice, LockedBundles } from './locked-work.tsx';
import { groupOf, QUEUE_GROUPS, type QueueGroup } from './group-queue.ts';
import { PauseNotice } from './pause-notice.tsx';
import { QueueLine } from './queue-line.tsx';
import { TEXTS } from './texts.ts';

const LOOKS: Record<QueueGroup, { icon: IconName; style: string }> = {
  failed: { icon: 'alert', style: 'text-danger' },
  uploading: { icon: 'up', style: 'text-primary' },
  waiting: { icon: 'offline', style: 'text-waiting' },
  paused: { icon: 'pause', style: 'text-waiting' },
};

/** Everything that is only on this device: waiting, uploading or refused, each with its actions. */
export function QueueDialog({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const device = useDeviceWord();
  const tryNow = useTryNow();
  const total = useSyncTotal();
  const queue = useLive(async () => {
    const [entries, files, { lockedWork = [], keepKeyReplacedAt = null }] = await Promise.all([
      listQueue(store),
      store.media.where('state').notEqual('uploaded').toArray(),
      readSettings(store, ['lockedWork', 'keepKeyReplacedAt']),
    ]);
    return { entries, files: new Map(files.map((file) => [file.id, file])), lockedWork, keepKeyReplacedAt };
  }, [store]);
  if (!queue || !total) return null;
  const { entries, files, lockedWork, keepKeyReplacedAt } = queue;
  const nothingHere = entries.length === 0;
  const nothingToSay = nothingHere && total.conflicts === 0 && lockedWork.length === 0 && keepKeyReplacedAt === null;
  const anyFailed = entries.some((entry) => groupOf(entry) === 'failed');

  return (
    <Dialog
      open
      size="broad"
      onClose={onClose}
      title={nothingHere && lockedWork.length === 0 && total.conflicts > 0 ? TEXTS.titleSettle : TEXTS.title(device)}
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
      {!nothingHere && <p className="text-ink-2">{(anyFailed ? TEXTS.summaryFailed : TEXTS.summary)(entries.length, device)}</p>}
      {QUEUE_GROUPS.map((group) => (
        <Group key={group} group={group} entries={entries.filter((entry) => groupOf(entry) === group)} files={files} />
      ))}
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

interface GroupProps {
  group: QueueGroup;
  entries: readonly QueueEntry[];
  files: ReadonlyMap<string, DeviceMedia>;
}

function Group({ group, entries, files }: GroupProps) {
  if (entries.length === 0) return null;
  const { icon, style } = LOOKS[group];
  return (
    <section className="mt-8 first:mt-0">
      <h3 className={`mb-3 flex items-center gap-2 ${style}`}>
        <Icon name={icon} />
        {TEXTS.groups[group]} <span className="font-semi text-ink-3">{entries.length}</span>
      </h3>
      <ul>
        {entries.map((entry) => (
          <ItemBoundary key={`${entry.kind} ${entry.key}`} what="change" id={entry.key} resetKey={entry}>
            <QueueLine entry={entry} file={files.get(entry.key) ?? null} waitsInLine={files.size > 1} />
          </ItemBoundary>
        ))}
      </ul>
    </section>
  );
}
