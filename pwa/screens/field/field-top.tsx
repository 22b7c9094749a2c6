import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { elapsed } from './elapsed.ts';
import type { Sound } from './sound.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import { useSecond } from './use-second.ts';

interface FieldTopProps {
  leave: string;
  onLeave: () => void;
  /** When the session's first set began, as an ISO moment; null before it. */
  begunAt: string | null;
  sound: Sound;
}

export function FieldTop({ leave, onLeave, begunAt, sound }: FieldTopProps) {
  return (
    <header className="field-top">
      <Button tone="quiet" onClick={onLeave}>
        {leave}
      </Button>
      {begunAt !== null && <Clock begunAt={begunAt} />}
      <button type="button" className="field-sound" aria-pressed={sound.on} onClick={sound.toggle}>
        <Icon name={sound.on ? 'sound' : 'soundOff'} />
        {TEXTS.sound}
      </button>
    </header>
  );
}

function Clock({ begunAt }: { begunAt: string }) {
  const now = useSecond();
  return (
    <span role="timer" aria-label={TEXTS.clock} className="field-clock">
      {elapsed(now - Date.parse(begunAt))}
    </span>
  );
}
