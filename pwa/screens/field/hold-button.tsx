import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { FIELD_TEXTS as TEXTS } from './texts.ts';

/** As long as the style's animation. */
const HOLD_MS = 500;
const ARMED_MS = 4_000;

/**
 * Acts when held for half a second, so that no stray touch undoes a rep. For people who cannot hold, a tap turns it into a
 * plain button for four seconds. A click from a keyboard or a screen reader acts at once.
 */
export function HoldButton({ disabled, onAct }: { disabled: boolean; onAct: () => void }) {
  const [state, setState] = useState<'idle' | 'holding' | 'armed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const acted = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (milliseconds: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  };
  const act = () => {
    acted.current = true;
    clearTimeout(timer.current);
    setState('idle');
    onAct();
  };
  const words = state === 'armed' ? TEXTS.tapToUndo : TEXTS.holdToUndo;
  return (
    <button
      type="button"
      className={classNames('field-button hold', state)}
      aria-disabled={disabled}
      aria-label={TEXTS.ofLastRep(words)}
      // The browser's own menu would end the hold.
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={() => {
        acted.current = false;
        if (disabled || state === 'armed') return;
        setState('holding');
        after(HOLD_MS, act);
      }}
      onPointerLeave={() => {
        if (state !== 'holding') return;
        clearTimeout(timer.current);
        setState('idle');
      }}
      onClick={({ detail }) => {
        if (disabled || acted.current) {
          acted.current = false;
          return;
        }
        if (detail === 0 || state === 'armed') act();
        else {
          setState('armed');
          after(ARMED_MS, () => setState('idle'));
        }
      }}
    >
      <Icon name="undo" />
      {words}
    </button>
  );
}
