import type { CSSProperties } from 'react';
import { signInPath } from '../sign-in/sign-in-path.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';
import { percent } from './percent.ts';
import { useDeviceWord } from './use-is-phone.ts';
import { WAITING_WORDS, type WaitingFor } from './waiting-words.ts';

/** Sync state of everything that is only on this device. `count` is the number of items, including an uploading one. */
export type SyncTotalStatus =
  | { state: 'synced' }
  /** The first download of the log to this device. */
  | { state: 'reading' }
  | { state: 'saving' | 'saved' | 'paused' | 'sign-in'; count: number }
  | { state: 'waiting'; for: Exclude<WaitingFor, 'room'>; count: number }
  | { state: 'held'; asks: boolean; count: number }
  | { state: 'uploading'; fraction: number; count: number }
  /** Everything is on the server; `count` conflicting values wait for the owner's choice. */
  | { state: 'conflict'; count: number }
  /** `refused`: how many of the items the server refused or the device gave up on. */
  | { state: 'failed'; refused: number; count: number };

export interface SyncTotalProps {
  status: SyncTotalStatus;
  /** Draws only a tick; screen readers still get the words. */
  tick?: boolean;
  /** Opens the queue. */
  onOpen: () => void;
}

interface Look {
  icon: IconName | null;
  colour: string;
  /** True for a state that needs no action and is shown in a quiet style. */
  calm?: true;
}

const LOOKS: Record<SyncTotalStatus['state'], Look> = {
  synced: { icon: 'check', colour: 'text-ink-3', calm: true },
  reading: { icon: null, colour: 'text-ink-3', calm: true },
  saving: { icon: 'phoneSaved', colour: 'text-waiting' },
  saved: { icon: 'phoneSaved', colour: 'text-ink-2' },
  waiting: { icon: 'offline', colour: 'text-waiting' },
  paused: { icon: 'pause', colour: 'text-waiting' },
  held: { icon: 'pause', colour: 'text-waiting' },
  'sign-in': { icon: 'person', colour: 'text-waiting' },
  uploading: { icon: 'up', colour: 'text-ink-2' },
  failed: { icon: 'alert', colour: 'text-danger' },
  conflict: { icon: 'fork', colour: 'text-ink-2' },
};

/**
 * Header line that shows what is only on this device and opens the queue. On phones it is two rows of text high. While
 * everything is synced, the same button is drawn as a tick, so that it keeps the focus.
 */
export function SyncTotal({ status, tick = false, onOpen }: SyncTotalProps) {
  const device = useDeviceWord();
  const { lead, rest, where } = wordsOf(status, device);
  const { icon, colour, calm = false } = LOOKS[status.state];
  const look = {
    className: tick
      ? 'grid size-12 place-items-center rounded-control text-primary hover:bg-sunken'
      : classNames(
          'drawn-progress max-md:@container flex min-h-[max(48px,3rem)] w-full items-center gap-2 pr-3 pl-4 text-start text-15 hover:bg-sunken md:min-h-12 md:w-auto md:rounded-control md:pr-2 md:pl-3',
          calm ? 'text-ink-3' : 'text-ink',
        ),
    style: { '--done': status.state === 'uploading' ? status.fraction : 0 } as CSSProperties,
  };
  const words = tick ? (
    <>
      <Icon name="check" />
      <span className="sr-only">{lead}</span>
    </>
  ) : (
    <>
      {icon && <Icon name={icon} size={calm ? 'small' : 'medium'} className={colour} />}
      {/* In a wide header the two parts stack. */}
      <span className="text-balance lg:grid lg:leading-snug">
        {calm ? lead : <b>{lead}</b>}
        {(rest || where) && (
          <span className="text-ink-2">
            <span className="lg:hidden"> · </span>
            {rest}
            {/* In large text, two rows have no room for this part. */}
            {where && <span className="@max-[15rem]:sr-only">{`${rest ? ' ' : ''}${where}`}</span>}
          </span>
        )}
      </span>
      {!calm && <Icon name="forward" size="small" className="ms-auto" />}
    </>
  );
  if (status.state === 'sign-in') {
    return (
      <a href={signInPath()} {...look}>
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

interface Words {
  lead: string;
  rest?: string;
  /** Shown last, if there is room. */
  where?: string;
}

function wordsOf(status: SyncTotalStatus, device: string): Words {
  const here = (count: number, words: string, where: string) => (count > 0 ? { rest: `${count} ${words}`, where } : {});
  const items = (count: number) => here(count, count === 1 ? 'item' : 'items', `only on this ${device}`);
  const more = (count: number) => here(count, 'more', `on this ${device}`);
  switch (status.state) {
    case 'synced':
      return { lead: 'All synced' };
    case 'reading':
      return { lead: 'Loading your log…' };
    case 'conflict':
      return { lead: status.count === 1 ? '1 conflict' : `${status.count} conflicts`, rest: 'Review' };
    case 'saving':
      return { lead: `Saving on this ${device}…`, where: 'keep the app open' };
    case 'saved': {
      const { rest, where } = items(status.count);
      return { lead: `${rest} ${where}` };
    }
    case 'waiting':
      return { lead: WAITING_WORDS[status.for], ...items(status.count) };
    case 'paused':
      return { lead: 'Paused', ...items(status.count) };
    case 'held':
      return { lead: status.asks ? 'Large file: send now?' : 'Waiting for Wi-Fi', ...items(status.count) };
    case 'sign-in':
      return { lead: 'Sign in again to sync', ...items(status.count) };
    case 'uploading':
      return { lead: `Uploading ${percent(status.fraction)}`, ...more(status.count - 1) };
    case 'failed':
      return { lead: `Couldn't sync ${status.refused}`, ...more(status.count - status.refused) };
  }
}
