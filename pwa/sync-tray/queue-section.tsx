import type { DeviceMedia } from '../../sync/store/media-row.ts';
import type { QueueEntry } from '../../sync/status/read-queue.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-shapes.tsx';
import type { QueueGroup } from './group-queue.ts';
import { QueueLine } from './queue-line.tsx';
import { TEXTS } from './texts.ts';

const LOOKS: Record<QueueGroup, { icon: IconName; style: string }> = {
  failed: { icon: 'alert', style: 'text-danger' },
  uploading: { icon: 'up', style: 'text-primary' },
  waiting: { icon: 'offline', style: 'text-waiting' },
  paused: { icon: 'pause', style: 'text-waiting' },
};

export interface QueueSectionProps {
  group: QueueGroup;
  entries: readonly QueueEntry[];
  /** How many more the group has, which are not listed (R294). */
  left: number;
  onShowMore: () => void;
  files: ReadonlyMap<string, DeviceMedia>;
}

/** One group of the queue, with the number of all its entries. */
export function QueueSection({ group, entries, left, onShowMore, files }: QueueSectionProps) {
  const count = entries.length + left;
  if (count === 0) return null;
  const { icon, style } = LOOKS[group];
  return (
    <section className="mt-8 first:mt-0">
      <h3 className={`mb-3 flex items-center gap-2 ${style}`}>
        <Icon name={icon} />
        {TEXTS.groups[group]} <span className="font-semi text-ink-3">{count}</span>
      </h3>
      <ul>
        {entries.map((entry) => (
          <ItemBoundary key={`${entry.kind} ${entry.key}`} what="change" id={entry.key} resetKey={entry}>
            <QueueLine entry={entry} file={files.get(entry.key) ?? null} waitsInLine={files.size > 1} />
          </ItemBoundary>
        ))}
      </ul>
      {left > 0 && (
        <div className="mt-4 grid justify-items-center">
          <Button icon="down" onClick={onShowMore}>
            {TEXTS.showMore(left)}
          </Button>
        </div>
      )}
    </section>
  );
}
