import type { RepKind } from '../../api/contract/reps.ts';
import { Button } from '../components/button.tsx';
import { SET_TEXTS as TEXTS } from './texts.ts';

/** For a thumb in a glove. */
const HALF = 'min-h-14! gap-3! text-20!';

/** Miss and Hit, 56 px high. */
export function RepButtons({ exercise, onTap }: { exercise: string; onTap: (kind: RepKind) => void }) {
  return (
    <>
      <Button className={`${HALF} border-2! border-ink!`} aria-label={TEXTS.missOf(exercise)} onClick={() => onTap('miss')}>
        <span aria-hidden="true" className="mark" />
        {TEXTS.miss}
      </Button>
      <Button tone="primary" className={HALF} aria-label={TEXTS.hitOf(exercise)} onClick={() => onTap('hit')}>
        <span aria-hidden="true" className="mark hit" />
        {TEXTS.hit}
      </Button>
    </>
  );
}
