import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { formatLength } from '../dates/format-date.ts';
import type { LoopRange } from './loop-range.ts';
import { PLAYER_TEXTS } from './texts.ts';

const SPEEDS = [0.25, 0.5, 1] as const;

export interface SlowMotionBarProps {
  loop: LoopRange;
  /** Sets the loop's next point at the current time, or ends the loop. */
  onLoop: () => void;
  /** @param frames number of frames, negative to go back */
  onStep: (frames: number) => void;
  onSpeed: (speed: number) => void;
}

/** Controls that browsers lack for studying a dog's movement: single frames, slow motion, a loop. */
export function SlowMotionBar({ loop, onLoop, onStep, onSpeed }: SlowMotionBarProps) {
  const [speed, setSpeed] = useState<number>(1);
  const slow = (chosen: number) => {
    setSpeed(chosen);
    onSpeed(chosen);
  };

  return (
    <div role="group" aria-label={PLAYER_TEXTS.controls} className="flex flex-wrap items-center gap-2 p-2">
      <IconButton icon="frameBack" label={PLAYER_TEXTS.back} className="size-14!" onClick={() => onStep(-1)} />
      <IconButton icon="frameForward" label={PLAYER_TEXTS.forward} className="size-14!" onClick={() => onStep(1)} />
      <div role="group" aria-label={PLAYER_TEXTS.speed} className="flex gap-2">
        {SPEEDS.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={speed === choice}
            onClick={() => slow(choice)}
            className="min-h-14 min-w-14 rounded-control border border-control px-2 text-15 font-semi aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
          >
            {choice}×
          </button>
        ))}
      </div>
      <Button icon="loop" onClick={onLoop} className="min-h-14!">
        {loopWords(loop)}
      </Button>
      <span role="status" className="text-15 text-ink-2">
        {loop?.to != null && PLAYER_TEXTS.looping(formatLength(loop.from), formatLength(loop.to))}
      </span>
    </div>
  );
}

function loopWords(loop: LoopRange): string {
  if (!loop) return PLAYER_TEXTS.loopFrom;
  return loop.to === null ? PLAYER_TEXTS.loopTo : PLAYER_TEXTS.loopOff;
}
