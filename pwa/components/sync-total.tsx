import type { CSSProperties } from 'react';
import { signInPath } from '../sign-in/sign-in-path.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';
import { useDeviceWord } from './use-is-phone.ts';
import { type SyncTotalStatus, totalWords } from './total-words.ts';

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
  const { lead, rest, where } = totalWords(status, device);
  const isSignIn = status.state === 'paused' && status.why === 'signed-out';
  const { colour, calm = false, ...look } = LOOKS[status.state];
  const icon = isSignIn ? 'person' : look.icon;
  const drawn = {
    className: tick
      ? 'grid size-12 place-items-center rounded-control text-primary hover:bg-sunken'
      : classNames(
          'drawn-progress max-md:@container flex min-h-[max(48px,3rem)] w-full items-center gap-2 pr-3 pl-4 text-start text-15 hover:bg-sunken md:min-h-12 md:w-auto md:rounded-control md:pr-2 md:pl-3',
          calm ? 'text-ink-3' : 'text-ink',
        ),
    style: { '--done': status.state === 'uploading' ? (status.fraction ?? 0) : 0 } as CSSProperties,
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
            {rest && <span className="whitespace-nowrap">{rest}</span>}
            {/* In large text, two rows have no room for this part. */}
            {where && <span className="@max-[15rem]:sr-only">{`${rest ? ' ' : ''}${where}`}</span>}
          </span>
        )}
      </span>
      {!calm && <Icon name="forward" size="small" className="ms-auto" />}
    </>
  );
  if (isSignIn) {
    return (
      <a href={signInPath()} {...drawn}>
        {words}
      </a>
    );
  }
  return (
    <button type="button" onClick={onOpen} {...drawn}>
      {words}
    </button>
  );
}
