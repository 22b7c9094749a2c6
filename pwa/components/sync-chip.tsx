import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';
import { percent } from './percent.ts';
import { useDeviceWord } from './use-is-phone.ts';
import { type SyncStatus, syncWords } from './sync-words.ts';

/** Sync state of a row or file. `fraction` from 0 to 1 of an upload; with `onTap` the chip is a button. */
export type SyncChipStatus = SyncStatus & { fraction?: number; onTap?: (() => void) | undefined };

/** How long 'Synced' stays before it fades. */
const SYNCED_MS = 3000;

const LOOKS: Record<SyncChipStatus['state'], { icon: IconName; style: string }> = {
  saving: { icon: 'phoneSaved', style: 'bg-waiting-ground text-waiting' },
  saved: { icon: 'phoneSaved', style: 'bg-sunken text-ink-2' },
  sending: { icon: 'phoneSaved', style: 'bg-sunken text-ink-2' },
  waiting: { icon: 'offline', style: 'bg-waiting-ground text-waiting' },
  held: { icon: 'pause', style: 'bg-waiting-ground text-waiting' },
  uploading: { icon: 'up', style: 'bg-sunken text-primary drawn-progress' },
  paused: { icon: 'pause', style: 'bg-waiting-ground text-waiting' },
  failed: { icon: 'alert', style: 'bg-danger-ground text-danger' },
  refused: { icon: 'alert', style: 'bg-danger-ground text-danger' },
  synced: { icon: 'check', style: 'px-0! text-primary' },
};

/**
 * Shows the sync state. 'Synced' appears only when the state changes to it, and fades after 3 s;
 * a row that was already synced shows nothing. `compact` fits the line of an entry, even if its words wrap to two rows.
 */
export function SyncChip({ status, compact = false }: { status: SyncChipStatus; compact?: boolean }) {
  const device = useDeviceWord();
  const before = useRef(status.state);
  const [leaving, setLeaving] = useState<'no' | 'fading' | 'gone'>(status.state === 'synced' ? 'gone' : 'no');

  useEffect(() => {
    const was = before.current;
    before.current = status.state;
    if (status.state !== 'synced') {
      setLeaving('no');
      return;
    }
    if (was === 'synced') return;
    setLeaving('no');
    const timer = setTimeout(() => setLeaving('fading'), SYNCED_MS);
    return () => clearTimeout(timer);
  }, [status.state]);

  if (status.state === 'synced' && leaving === 'gone') return null;
  const { icon, style } = LOOKS[status.state];
  const { fraction = 0, onTap } = status;
  const chip = (
    <span
      className={classNames(
        'inline-flex items-center overflow-hidden rounded-control pr-2.5 pl-2 leading-tight font-semi',
        compact ? 'min-h-6 gap-1 text-start text-13' : 'min-h-7 gap-1.5 py-[3px] text-15',
        style,
        status.state === 'uploading' && !compact && 'pb-1.5!',
        status.state === 'synced' && leaving === 'fading' && 'fades-away',
      )}
      style={status.state === 'uploading' ? ({ '--done': fraction } as CSSProperties) : undefined}
      onAnimationEnd={() => leaving === 'fading' && setLeaving('gone')}
    >
      <Icon name={icon} size="small" />
      {syncWords(status, { device, done: percent(fraction) }).card}
    </span>
  );
  if (!onTap) return chip;
  return (
    <button type="button" className={classNames('inline-flex min-h-12 items-center rounded-control', compact && '-my-3')} onClick={onTap}>
      {chip}
    </button>
  );
}
