import type { SetCard } from '../../sync/queries/sets.ts';
import { Link } from 'react-router-dom';
import { buttonStyle } from '../components/button-style.ts';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { setPath } from '../field/field-path.ts';
import { RepButtons } from './rep-buttons.tsx';
import { Reps } from './reps.tsx';
import { typedIn } from '../../api/contract/reps.ts';
import { criterionWords, resultWords } from '../../api/contract/set-words.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';
import type { SetActions } from './use-set-actions.ts';

export interface SetLineProps {
  card: SetCard;
  /** Null on a partner's session. */
  actions: SetActions | null;
  onEdit: () => void;
}

/** One set: exercise, knots, result and criterion, and below them the buttons that count. */
export function SetLine({ card, actions, onEdit }: SetLineProps) {
  const { set, reps } = card;
  const { exercise } = set;
  const criterion = criterionWords(set);
  const typed = typedIn(reps);
  return (
    <li className="exercise">
      <div className="exercise-head">
        <h3 dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {exercise}
        </h3>
        <Reps {...card} />
        <b className={reps.length > 0 ? 'text-20' : 'text-15 font-regular text-ink-3'}>{resultWords(card) || TEXTS.noReps}</b>
        {criterion && (
          <p dir="auto" className="col-span-full text-15 text-ink-2 [overflow-wrap:anywhere]">
            {criterion}
          </p>
        )}
      </div>
      {typed > 0 && <p className="text-15 text-ink-3">{TEXTS.typed(typed, reps.length)}</p>}
      {actions && (
        <div className="stepper">
          <RepButtons exercise={exercise} onTap={(kind) => void actions.tap(set.id, kind)} />
          <div className="stepper-more">
            <Button tone="quiet" aria-label={TEXTS.helpedOf(exercise)} onClick={() => void actions.tap(set.id, 'helped')}>
              {TEXTS.helped}
            </Button>
            <Button
              tone="quiet"
              aria-label={TEXTS.undoOf(exercise)}
              aria-disabled={reps.length === 0}
              onClick={() => void actions.undo(card)}
            >
              {TEXTS.undo}
            </Button>
            {reps.length < set.repsAsked && (
              <Link to={setPath(set.id)} aria-label={TEXTS.keepCountingOf(exercise)} className={buttonStyle('quiet')}>
                {TEXTS.keepCounting}
              </Link>
            )}
            <IconButton icon="edit" label={TEXTS.edit(exercise)} onClick={onEdit} />
            <IconButton icon="trash" label={TEXTS.remove(exercise)} onClick={() => void actions.remove(set)} />
          </div>
        </div>
      )}
    </li>
  );
}
