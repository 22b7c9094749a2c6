import { useRef, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { MoveButton } from '../../components/move-button.tsx';
import { movedTo } from './moved-to.ts';
import { TEXTS } from './texts.ts';
import type { CueChoice } from './use-cue-choices.ts';
import { useDragOrder } from './use-drag-order.ts';

export interface CueOrderProps {
  /** Chosen cues in order. */
  cues: readonly CueChoice[];
  onChange: (cueIds: string[]) => void;
}

/** The chosen cues as chips in order. The person can drag them by the handle, move them by buttons, or remove them. */
export function CueOrder({ cues, onChange }: CueOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const ids = cues.map(({ id }) => id);
  const move = (from: number, to: number) => {
    const cue = cues[from];
    if (!cue || to < 0 || to >= ids.length) return;
    onChange(movedTo(ids, from, to));
    setSaid(TEXTS.order.moved(cue.name, to + 1, ids.length));
  };
  const drag = useDragOrder(list, move);
  const remove = (place: number) => {
    onChange(ids.filter((_id, each) => each !== place));
    // The focused button disappears: focus the next chip's, otherwise the previous one's, otherwise the checklist.
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]');
    const choice = list.current?.parentElement?.querySelector<HTMLElement>('input');
    (buttons?.[place + 1] ?? buttons?.[place - 1] ?? choice)?.focus();
  };

  return (
    <>
      <ol ref={list} aria-label={TEXTS.order.label} className="grid gap-2 empty:hidden">
        {cues.map(({ id, name }, place) => {
          const isDragged = drag.dragged === place;
          const shift = drag.shiftOf(place);
          return (
            <li
              key={id}
              style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
              className={classNames(
                'flex min-w-0 flex-wrap items-center justify-end rounded-control bg-sunken',
                isDragged && 'relative z-10 outline-2 outline-primary',
                drag.dragged !== null && !isDragged && 'transition-transform duration-120 ease-calm',
              )}
            >
              {/* With text at double size, the name wraps onto its own line. */}
              <span className="flex min-w-0 flex-[1_1_8.5rem] items-center gap-1">
                {/* Drag by the handle only, so that a swipe on the name scrolls the sheet. */}
                <span
                  title={TEXTS.order.drag(name)}
                  onPointerDown={(event) => drag.start(place, event)}
                  className="grid min-h-12 w-10 flex-none cursor-grab touch-none place-items-center self-stretch text-ink-3 active:cursor-grabbing"
                >
                  <Icon name="grip" size="small" />
                </span>
                <span className="min-w-5 flex-none text-15 text-ink-3">{place + 1}</span>
                <span className="min-w-0 flex-1 py-2 leading-tight font-semi [overflow-wrap:anywhere]">
                  <bdi>{name}</bdi>
                </span>
              </span>
              <span className="flex flex-none">
                <MoveButton way="up" label={TEXTS.order.up(name)} onMove={place === 0 ? null : () => move(place, place - 1)} />
                <MoveButton
                  way="down"
                  label={TEXTS.order.down(name)}
                  onMove={place === ids.length - 1 ? null : () => move(place, place + 1)}
                />
                <IconButton
                  small
                  icon="close"
                  label={TEXTS.order.remove(name)}
                  data-remove=""
                  className="hover:bg-line!"
                  onClick={() => remove(place)}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
