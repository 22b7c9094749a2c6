import type { CSSProperties } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';
import { percent } from './percent.ts';
import { useDeviceWord } from './use-is-phone.ts';

/** The sum over all that is only here. `count` is how many items that is, the uploading one included. */
export type SyncTotalStatus =
  | { state: 'synced' }
  /** What the server has is coming to this device for the first time. */
  | { state: 'reading' }
  | { state: 'keeping' | 'saved' | 'waiting' | 'paused' | 'sign-in'; count: number }
  | { state: 'held'; asks: boolean; count: number }
  | { state: 'uploading'; fraction: number; count: number }
  /** All is on the server; `count` values wait for their owner's word. */
  | { state: 'conflict'; count: number }
  /** `refused` is how many of them the server or the device gave up on. */
  | { state: 'failed'; refused: number; count: number };

export interface SyncTotalProps {
  /** Null while the store has not answered: nothing is claimed. */
  status: SyncTotalStatus | null;
  /** Opens the queue. */
  onOpen: () => void;
}

const ALL_SYNCED = 'All synced';
const READING = 'Loading your log…';

/** What takes a line of its own on a phone, and opens the queue. */
type Telling = Exclude<SyncTotalStatus, { state: 'synced' | 'reading' }>;

const ICONS: Record<Telling['state'], IconName> = {
  keeping: 'phoneSaved',
  saved: 'phoneSaved',
  waiting: 'offline',
  paused: 'pause',
  held: 'pause',
  'sign-in': 'person',
  uploading: 'up',
  failed: 'alert',
  conflict: 'fork',
};

const COLOURS: Record<Telling['state'], string> = {
  keeping: 'text-waiting',
  saved: 'text-ink-2',
  waiting: 'text-waiting',
  paused: 'text-waiting',
  held: 'text-waiting',
  'sign-in': 'text-waiting',
  uploading: 'text-ink-2',
  failed: 'text-danger',
  conflict: 'text-ink-2',
};

/**
 * What is only on this device, in one line of the header. That nothing is takes no room on a phone, but is still said:
 * the screens tell by themselves what is still coming.
 */
export function SyncTotal({ status, onOpen }: SyncTotalProps) {
  const device = useDeviceWord();
  if (!status) return null;
  if (status.state === 'synced' || status.state === 'reading') {
    return (
      <p className="max-md:sr-only md:flex md:items-center md:gap-1.5 md:px-3 md:text-15 md:text-ink-3">
        {status.state === 'synced' && <Icon name="check" size="small" className="max-md:hidden" />}
        {status.state === 'synced' ? ALL_SYNCED : READING}
      </p>
    );
  }
  const { lead, rest } = wordsOf(status, device);
  const look = {
    className:
      'drawn-progress flex min-h-12 w-full items-center gap-2 border-t border-line pr-3 pl-4 text-start text-15 text-ink hover:bg-sunken md:w-auto md:rounded-control md:border-t-0 md:pr-2 md:pl-3',
    style: { '--done': status.state === 'uploading' ? status.fraction : 0 } as CSSProperties,
  };
  const words = (
    <>
      <Icon name={ICONS[status.state]} className={COLOURS[status.state]} />
      <span className="text-balance">
        <b>{lead}</b>
        {rest && <span className="text-ink-2"> · {rest}</span>}
      </span>
      <Icon name="forward" size="small" className="ms-auto" />
    </>
  );
  if (status.state === 'sign-in') {
    return (
      <a href={`/api/login?return=${encodeURIComponent(location.pathname + location.search)}`} {...look}>
        {words}
      </a>
    );
  }
  return (
    <button type="button" onClick={onOpen} {...look}>
      {words}
    </button>
  );
}

function wordsOf(status: Telling, device: string): { lead: string; rest: string } {
  const onlyHere = status.count > 0 ? `${status.count} ${status.count === 1 ? 'item' : 'items'} only on this ${device}` : '';
  const more = (others: number) => (others > 0 ? `${others} more on this ${device}` : '');
  switch (status.state) {
    case 'conflict':
      return { lead: `${status.count} changed in two places`, rest: 'choose' };
    case 'keeping':
      return { lead: `Saving on this ${device}…`, rest: 'keep the app open' };
    case 'saved':
      return { lead: onlyHere, rest: '' };
    case 'waiting':
      return { lead: 'Waiting for signal', rest: onlyHere };
    case 'paused':
      return { lead: 'Paused', rest: onlyHere };
    case 'held':
      return { lead: status.asks ? 'Large file: send now?' : 'Waiting for Wi-Fi', rest: onlyHere };
    case 'sign-in':
      return { lead: 'Sign in again to sync', rest: onlyHere };
    case 'uploading':
      return { lead: `Uploading ${percent(status.fraction)}`, rest: more(status.count - 1) };
    case 'failed':
      return { lead: `Couldn't sync ${status.refused}`, rest: more(status.count - status.refused) };
  }
}
